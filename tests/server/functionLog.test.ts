import { expect, test } from "vitest";
import { jsonLogger } from "../../engine/jsonLogger";
import { LogStream, type FunctionLogEntry } from "../../engine/logs";
import { logFunctions } from "../../server/functionLog";
import { serverLogger } from "../../server/logger";

/** The lines that the log prints for a run, without times. */
function linesOf(run: Partial<FunctionLogEntry>): unknown[] {
  const lines: string[] = [];
  const logs = new LogStream();
  const functions = { has: (path: string) => path === "custody:transfer" };
  logFunctions(logs, functions, jsonLogger({ write: (line) => lines.push(line) }));
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
    usage: null,
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
  "Function execution timed out (maximum duration: 1s)",
])("the log prints a function's fault as an error, with its stack: %s", (error) => {
  expect(linesOf({ error })).toEqual([
    { level: "error", message: "function failed", ...run, error },
  ]);
});

test("the log leaves the value out of a validator's error", () => {
  const error =
    'ReturnsValidationError: Value does not match validator.\nPath: .a\nValue: "ana@company.com"\nValidator: v.id()';
  expect(linesOf({ error })).toMatchObject([
    {
      error: "ReturnsValidationError: Value does not match validator.\nPath: .a\nValidator: v.id()",
    },
  ]);
});

test.each([
  ['Uncaught ConvexError: {"code":"NOT_YOURS","message":"It is Ana\'s."}', "NOT_YOURS"],
  ['Uncaught ConvexError: "It is Ana\'s."', "ConvexError"],
  [
    "ArgumentValidationError: Object contains extra field `ana@company.com`",
    "ArgumentValidationError",
  ],
  ["Could not find public function for 'ana@company.com'", "CallRefused"],
])("the log prints the kind of a refused call as information: %s", (error, refused) => {
  expect(linesOf({ error: `${error}\nmore` })).toEqual([
    { level: "info", message: "function", ...run, seconds: 0.012, refused },
  ]);
});

test("the log does not print the path of a function that does not exist", () => {
  expect(linesOf({ identifier: "users:ana@company.com" })).toMatchObject([{ function: "unknown" }]);
  expect(linesOf({ identifier: "GET /unsubscribe/*", udfType: "HttpAction" })).toMatchObject([
    { function: "GET /unsubscribe/*" },
  ]);
});

test.each([
  ["550 no mailbox <ana@company.com>", "550 no mailbox <…>"],
  ["call +351 21 555 0101 or 356938035643809", "call … or …"],
  ["sms-nightly-20261129.backup: 12345678 bytes", "sms-nightly-20261129.backup: 12345678 bytes"],
])("the server's log has no personal data in a text such as “%s”", (error, printed) => {
  const lines: string[] = [];
  serverLogger({}, { write: (line) => lines.push(line) }).error("function failed", { error });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ message: "function failed", error: printed });
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
