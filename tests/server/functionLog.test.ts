import { expect, test } from "vitest";
import { jsonLogger } from "../../engine/jsonLogger";
import { LogStream, type FunctionLogEntry } from "../../engine/logs";
import { logFunctions } from "../../server/functionLog";

/** The lines that the log prints for a run, without times. */
function linesOf(run: Partial<FunctionLogEntry>): unknown[] {
  const lines: string[] = [];
  const logs = new LogStream();
  logFunctions(logs, jsonLogger({ write: (line) => lines.push(line) }));
  logs.append({
    kind: "Completion",
    udfType: "Mutation",
    identifier: "custody:transfer",
    logLines: [],
    timestamp: 1,
    executionTime: 0.0123,
    error: null,
    requestId: "r1",
    executionId: "e1",
    caller: "Client",
    identityType: "user",
    ...run,
  });
  return lines.map((line) => {
    const { time: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return rest;
  });
}

const run = { function: "custody:transfer", requestId: "r1" };

test("the log prints a run as information, with its duration", () => {
  expect(linesOf({})).toEqual([{ level: "info", message: "function", ...run, seconds: 0.012 }]);
});

test.each([
  "Uncaught TypeError: x is undefined\n    at handler (../convex/custody.ts:1:1)",
  'ReturnsValidationError: Value does not match validator.\nPath: .a\nValue: "b"',
  "Function execution timed out (maximum duration: 1s)",
])("the log prints a function's fault as an error, with its stack: %s", (error) => {
  expect(linesOf({ error })).toEqual([
    { level: "error", message: "function failed", ...run, error },
  ]);
});

test.each([
  'Uncaught ConvexError: {"code":"NOT_YOURS"}',
  "ArgumentValidationError: Object contains extra field `x`",
  "Could not find public function for 'x:y'",
])("the log prints a refused call as information: %s", (error) => {
  expect(linesOf({ error: `${error}\nmore` })).toEqual([
    { level: "info", message: "function", ...run, seconds: 0.012, refused: error },
  ]);
});

test("the log prints a function's own warnings and errors as warnings", () => {
  const printed = (level: "INFO" | "ERROR", text: string) =>
    ({ level, messages: [text], timestamp: 1, isTruncated: false }) as const;
  const logLines = [printed("INFO", "'begun'"), printed("ERROR", "'no mail'")];
  expect(linesOf({ logLines })[0]).toEqual({
    level: "warn",
    message: "function output",
    ...run,
    text: "[ERROR] 'no mail'",
  });
  expect(linesOf({ logLines })).toHaveLength(2);
});
