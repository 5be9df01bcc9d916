/** An import that fails or is stopped midway explains how to continue. */
import { beforeAll, describe, expect, test } from "vitest";
import { fileWith } from "../support/files";
import { serverWith } from "../support/serverWith";
import { built, ending, sms, startSms } from "../support/sms";
import type { Call, Reply } from "../support/stubServer";

beforeAll(built);

/** 2,000 devices: 40 batches of an import, 8 of a dry run. */
const rows = Array.from({ length: 2_000 }, (_, index) => `S${index},Acme,A1,350000000000006`);
const DEVICES = `serialNumber,brand,model,imei1\n${rows.join("\n")}\n`;

const TO_RESUME = "Run the same command with --resume to go on.";
const REFUSED = { code: "NOT_ALLOWED", message: "Your role does not allow this." };

const answer = ({ args }: Call): Reply => ({
  value: {
    results: (args["rows"] as { row: number }[]).map(({ row }) => ({ row, outcome: "already" })),
  },
});

/** Runs `sms import` and sends SIGINT at its first batch, which `reply` answers. */
async function stopAtFirstBatch(reply: (call: Call) => Reply, ...options: readonly string[]) {
  let isStopped = false;
  const stopAndReply = (call: Call) => {
    if (!isStopped) child.kill("SIGINT"); // a second SIGINT would kill it
    isStopped = true;
    return reply(call);
  };
  const { env } = await serverWith({
    "imports:begin": { value: null },
    "imports:commitBatch": stopAndReply,
    "imports:check": stopAndReply,
  });
  const child = startSms(["import", fileWith("devices.csv", DEVICES), ...options], env);
  return await ending(child);
}

describe("an import", () => {
  test("names --resume when the server refuses a batch", async () => {
    const { env } = await serverWith({
      "imports:begin": { value: null },
      "imports:commitBatch": { refusal: REFUSED },
    });
    const { code, stderr } = await sms(["import", fileWith("devices.csv", DEVICES)], env);
    expect([code, stderr]).toEqual([
      1,
      `Not all rows have an answer. ${TO_RESUME}\nsms: ${REFUSED.message}\n`,
    ]);
  });

  test("names --resume when the server cannot be reached", async () => {
    const { code, stderr } = await stopAtFirstBatch(() => "hang up");
    expect([code, stderr]).toEqual([3, expect.stringContaining("\nsms: Cannot reach http://")]);
    expect(stderr).toContain(`\nNot all rows have an answer. ${TO_RESUME}\n`);
  });

  test("names another file for --errors, which --resume needs", async () => {
    const errors = ["--errors", fileWith("refused.csv", "")];
    const { code, stderr } = await stopAtFirstBatch(answer, ...errors);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        "sms: Stopped. Run the same command with --resume, and another file for --errors, to go on.",
      ),
    ]);
  });

  test("an import of people tells the user to run it again", async () => {
    const { env } = await serverWith({ "peopleImports:importBatch": { refusal: REFUSED } });
    const file = fileWith("staff.csv", "email\nnora@lab.example\n");
    const { stderr } = await sms(["import", "--users", file], env);
    expect(stderr).toContain(
      "answer. Run the same command again to continue: no one is invited twice.",
    );
  });
});

test("a dry run that fails or is stopped tells the user to run it again, without --resume", async () => {
  const stopped = await stopAtFirstBatch(answer, "--dry-run");
  expect([stopped.code, stopped.stderr]).toEqual([
    1,
    expect.stringMatching(/\nsms: Stopped\. Run it again\.\n$/),
  ]);
  const { env } = await serverWith({ "imports:check": { refusal: REFUSED } });
  const file = fileWith("devices.csv", DEVICES);
  const { stderr } = await sms(["import", file, "--dry-run"], env);
  expect(stderr).toBe(`Not all rows have an answer. Run it again.\nsms: ${REFUSED.message}\n`);
});

test("an import whose rows are all answered names no remedy for an invalid --errors file", async () => {
  const { env } = await serverWith({
    "imports:begin": { value: null },
    "imports:commitBatch": answer,
  });
  const file = fileWith("devices.csv", "serialNumber,brand,model,imei1\nS1,A,B,1,one too many\n");
  const { code, stderr } = await sms(["import", file, "--errors", "/proc/refused.csv"], env);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^sms: .*cannot be written.*\n$/)]);
});
