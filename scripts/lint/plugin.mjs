// @ts-check
/**
 * Lint rules of this repository, in ESLint's plugin format (.oxlintrc.json, "jsPlugins").
 *
 * @typedef {{ type: string, value: string, loc: { start: { column: number } } }} Comment
 * @typedef {{
 *   report(problem: { node: unknown, message: string }): void,
 *   sourceCode: { getAllComments(): Comment[] },
 * }} Context
 */

const WRITES = new Set(["insert", "patch", "replace", "delete"]);

/**
 * Only `convex/model/samples/sampleWrites.ts` may insert, patch, replace or delete samples, because
 * it records each change in the feed and in the counters.
 */
const sampleWrites = {
  meta: { type: "problem" },
  /** @param {Context} context */
  create: (context) => ({
    /**
     * @param {{ callee: any, arguments: any[] }} node an ESTree node; oxlint publishes no types for
     *   it
     */
    CallExpression(node) {
      if (!WRITES.has(node.callee.property?.name)) return;
      if (!node.arguments.some(({ value }) => value === "samples")) return;
      const message =
        "Write samples by model/samples/sampleWrites.ts, which enters each change in the feed.";
      context.report({ node, message });
    },
  }),
};

const MAX_COLUMNS = 100;

/** No line of a comment is longer than 100 columns. */
const comments = {
  meta: { type: "suggestion" },
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const { type, value, loc } = comment;
        const [first = "", ...others] = value.split("\n");
        const delimiters = type === "Line" || others.length > 0 ? 2 : 4;
        const lengths = [
          loc.start.column + first.length + delimiters,
          ...others.map((l) => l.length),
        ];
        if (Math.max(...lengths) > MAX_COLUMNS) {
          context.report({ node: comment, message: "A comment has at most 100 columns." });
        }
      }
    },
  }),
};

export default {
  meta: { name: "sms" },
  rules: { "sample-writes": sampleWrites, comments },
};
