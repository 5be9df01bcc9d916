import convexPlugin from "@convex-dev/eslint-plugin";
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** `files` (a folder, or a pattern of `.mjs` files) may not import our folders in `banned`. The table is in README.md. */
const ban = (files, banned) => ({
  files: [files.endsWith(".mjs") ? files : `${files}/**/*.{ts,tsx,js,mjs}`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^((\\.\\./)+|@/\\.\\./)(${banned})(/|$)`,
            message: 'See README, "Who may import whom".',
          },
        ],
      },
    ],
  },
});

export default tseslint.config(
  {
    ignores: [
      "node_modules",
      "dist",
      ".build",
      ".sms-data",
      "convex/_generated",
      "web/routeTree.gen.ts",
      "web/components/ui",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // TanStack Router throws redirects and not-found markers by design.
      "@typescript-eslint/only-throw-error": "off",
    },
  },
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: globals.node } },
  { files: ["convex/**/*.ts"], extends: [...convexPlugin.configs.recommended] },
  { files: ["web/**/*.{ts,tsx}"], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ["tests/**/*.{ts,tsx}", "bench/**/*.ts"],
    rules: { "@typescript-eslint/require-await": "off" },
  },
  ban("domain", "convex|engine|web|cli|server|scripts|tests|bench"),
  ban("convex", "engine|web|cli|server|scripts|tests|bench"),
  ban("engine", "domain|convex|web|cli|server|scripts|tests|bench"),
  ban("web", "engine|cli|server|scripts|tests|bench|convex/(?!_generated/)"),
  ban("cli", "engine|web|server|scripts|tests|bench|convex/(?!_generated/)"),
  ban("server", "convex|web|cli|scripts|tests|bench"),
  ban("scripts", "domain|convex|engine|web|cli|server|tests|bench"),
  // Launchers of `npx sms` and `npx engine`: they build the program before they load it.
  ban("{cli,engine}/bin.mjs", "domain|convex|engine|web|cli|server|tests|bench|scripts/(?!lib/)"),
);
