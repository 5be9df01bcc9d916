// @ts-check
/**
 * Lint rules of this repository's own, in ESLint's shape (.oxlintrc.json, "jsPlugins").
 *
 * `sms/sample-writes`: only `convex/model/sampleWrites.ts` inserts, patches, replaces or deletes
 * samples, because it enters each change in the feed and in the counts.
 */
const WRITES = new Set(["insert", "patch", "replace", "delete"]);

export default {
  meta: { name: "sms" },
  rules: {
    "sample-writes": {
      meta: { type: "problem" },
      /** @param {{ report(problem: { node: unknown, message: string }): void }} context */
      create: (context) => ({
        /** @param {{ callee: any, arguments: any[] }} node a node of the syntax tree (ESTree) */
        CallExpression(node) {
          if (!WRITES.has(node.callee.property?.name)) return;
          if (!node.arguments.some(({ value }) => value === "samples")) return;
          const message =
            "Write samples by model/sampleWrites.ts, which enters each change in the feed.";
          context.report({ node, message });
        },
      }),
    },
  },
};
