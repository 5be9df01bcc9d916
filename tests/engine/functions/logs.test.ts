import { expect, test } from "vitest";
import { LogStream, type FunctionLogEntry } from "../../../engine/logs";

const entry = (identifier: string, more: Partial<FunctionLogEntry> = {}): FunctionLogEntry => ({
  kind: "Completion",
  udfType: "Query",
  identifier,
  logLines: [],
  timestamp: 1_700_000_000,
  executionTime: 0.001,
  error: null,
  requestId: "0011223344556677",
  executionId: "1",
  caller: "Client",
  identityType: "unknown",
  usage: null,
  ...more,
});

const names = ({ entries }: { entries: FunctionLogEntry[] }) =>
  entries.map(({ identifier }) => identifier);

test("a reader of the log gets every entry once, including several of the same millisecond", () => {
  const logs = new LogStream();
  logs.append(entry("a"));
  logs.append(entry("b"));
  const first = logs.after(0);
  expect(names(first)).toEqual(["a", "b"]);
  logs.append(entry("c", { timestamp: 1_600_000_000 })); // the clock was set back
  const second = logs.after(first.newCursor);
  expect(names(second)).toEqual(["c"]);
  expect(names(logs.after(second.newCursor))).toEqual([]);
});

test("a waiting reader of the log gets the next entry, or nothing when the time is up", async () => {
  const logs = new LogStream();
  logs.append(entry("old"));
  const { newCursor } = logs.after(0);
  const waiting = logs.nextAfter(newCursor, 10_000);
  logs.append(entry("new"));
  expect(names(await waiting)).toEqual(["new"]);
  expect(names(await logs.nextAfter(logs.after(0).newCursor, 1))).toEqual([]);
});

test("the log keeps the latest 1,000 entries, fewer when functions print much", () => {
  const logs = new LogStream();
  for (let run = 0; run < 1_005; run++) logs.append(entry(String(run)));
  expect(names(logs.after(0))).toHaveLength(1_000);
  expect(names(logs.after(0))[0]).toBe("5");
  const line = { level: "LOG" as const, timestamp: 0, isTruncated: false };
  const loud = { logLines: [{ ...line, messages: ["x".repeat(3_000_000)] }] };
  for (const name of ["x", "y", "z"]) logs.append(entry(name, loud));
  expect(names(logs.after(0))).toEqual(["y", "z"]);
});

test.each([
  ["names", { identifier: "x".repeat(3_000_000) }],
  ["errors", { error: "x".repeat(3_000_000) }],
])("the log keeps fewer entries when clients send calls with long %s", (_what, long) => {
  const logs = new LogStream();
  for (const requestId of ["1", "2", "3"]) logs.append(entry("x", { ...long, requestId }));
  expect(logs.after(0).entries.map(({ requestId }) => requestId)).toEqual(["2", "3"]);
});
