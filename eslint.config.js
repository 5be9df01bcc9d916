import convexPlugin from "@convex-dev/eslint-plugin";
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "node_modules",
      "dist",
      ".build",
      ".sms-data",
      ".sms-dev-data",
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
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      // TanStack Router throws redirects and not-found markers by design.
      "@typescript-eslint/only-throw-error": "off",
    },
  },
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: globals.node } },
  { files: ["convex/**/*.ts"], extends: [...convexPlugin.configs.recommended] },
  {
    files: ["convex/**/*.ts"],
    ignores: ["convex/model/sampleWrites.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.property.name=/^(insert|patch|replace|delete)$/] > Literal[value='samples']",
          message: "Write samples by model/sampleWrites.ts, which enters each change in the feed.",
        },
      ],
    },
  },
  {
    files: ["web/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat.recommended],
    // It warns of libraries that React Compiler cannot memoize; the app is built without it.
    rules: { "react-hooks/incompatible-library": "off" },
  },
  {
    files: ["tests/**/*.{ts,tsx}", "bench/**/*.ts"],
    rules: { "@typescript-eslint/require-await": "off" },
  },
);
