import convexPlugin from "@convex-dev/eslint-plugin";
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** Files of `folder` may not import our folders in `banned`. The table is in README.md. */
const ban = (folder, banned) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
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
  ban("domain", "convex|engine|web|cli|tests|bench"),
  ban("convex", "engine|web|cli|tests|bench"),
  ban("engine", "domain|convex|web|cli|tests|bench"),
  ban("web", "engine|cli|tests|bench|convex/(?!_generated/)"),
  ban("cli", "engine|web|tests|bench|convex/(?!_generated/)"),
  ban("scripts", "convex|web|cli|tests|bench"),
);
