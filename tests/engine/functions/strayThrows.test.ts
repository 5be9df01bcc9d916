import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { builtProgram } from "../support/builtProgram";
import { testAppBundle } from "../support/testDeployment";

const runScript = async (name: string) => {
  const program = await builtProgram(`tests/engine/functions/${name}`);
  return promisify(execFile)(process.execPath, [program, await testAppBundle()]);
};

const STRAY = [
  "timer",
  "immediate",
  "process.nextTick",
  "queueMicrotask",
  "fs callback",
  "error event",
  "rejection",
];
const ENDS_THE_SERVER = ["process.exit", "process.abort", "process.kill"];

describe("a function that throws where none of its code can catch it", () => {
  let ended: {
    failed: Record<string, string>;
    late: Record<string, string>;
    mutation: string;
    rejected: string;
    counter: number;
    logged: string[];
  };
  beforeAll(async () => {
    ended = JSON.parse((await runScript("strayThrows.ts")).stdout) as typeof ended;
  });

  test.each(STRAY)(
    "a stray throw fails only the function that caused it, with the thrown error: %s",
    (way) => {
      expect(ended.failed[way]).toContain("Uncaught Error: stray");
    },
  );

  test("a function fails when an error event of its socket has no listener", () => {
    expect(ended.failed["socket error"]).toContain("ECONNREFUSED");
  });

  test.each(ENDS_THE_SERVER)(
    "a function that calls %s() fails, even when it catches the error",
    (way) => {
      expect(ended.failed[way]).toContain(`${way}() can't be used in functions.`);
    },
  );

  test("a stray throw after a function has ended is logged with the function's name", () => {
    expect(Object.values(ended.late)).toEqual(Object.values(ended.late).map(() => "success"));
    const late = ended.logged.filter((line) => line.includes("stray:goesWrongLater"));
    expect(late.filter((line) => line.includes("Error: stray"))).toHaveLength(STRAY.length);
    expect(late).toHaveLength(Object.keys(ended.late).length);
    expect(late[0]).toMatch(/^a function threw after it had ended .*"requestId":"[0-9a-f]{16}"/);
    expect(ended.logged.at(-1)).toContain("edges:rejectsLater");
  });

  test("a stray throw undoes a mutation", () => {
    expect(ended.mutation).toContain("Uncaught Error: stray");
    expect(ended.rejected).toContain("Uncaught Error: stray");
    expect(ended.counter).toBe(0);
  });
});

test("an error of the server itself ends the process with code 1 and its stack", async () => {
  await expect(runScript("serverBug.ts")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Error: a bug of the server\n +at .*serverBug/) as string,
  });
});
