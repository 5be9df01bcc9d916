import { beforeAll, describe, expect, test } from "vitest";
import type { Status } from "#domain/custody/statuses";
import { serverWith } from "./support/serverWith";
import { built, freshEnvironment, sms } from "./support/sms";
import type { Call } from "./support/stubServer";

beforeAll(built);

const sample = (status: Status, _id = "id1") => ({
  _id,
  _creationTime: 1,
  serialNumber: "HQ1",
  samplmanag: "ana@lab.example",
  status,
  registereddate: Date.UTC(2026, 0, 2),
  listDate: 1,
  lastTransactionId: "t1",
});

/** A server on which a sample is found by its serial number, and every step is accepted. */
function serverAt(status: Status, found = [sample(status)]) {
  const isAddressed = ({ args }: Call) => (args["scopes"] as string[])[0] === "addressed";
  const replies = {
    "users:viewer": { value: { role: "user", email: "ana@lab.example" } },
    "samples:get": ({ args }: Call) => ({
      value: args["sampleId"] === "id1" ? sample(status) : null,
    }),
    "samples:identified": (call: Call) => ({ value: isAddressed(call) ? found : [] }),
    "history:forSample": { value: { page: [], isDone: true, continueCursor: "" } },
  };
  const steps = ["transfer", "returnToCustomer", "requestLost"];
  for (const kind of ["acknowledge", "decline", "cancel"]) {
    for (const what of ["Transfer", "Return", "Lost"]) steps.push(kind + what);
  }
  steps.push("undo", "reopen");
  const undoable = { value: null };
  const custody = Object.fromEntries(steps.map((step) => [`custody:${step}`, { value: null }]));
  return serverWith({ ...replies, ...custody, "custody:undoable": undoable });
}

describe("a step of sms samples", () => {
  test.each<[string[], Status, string, object]>([
    [["transfer", "--to", "b@lab.example"], "In Use", "transfer", { recipient: "b@lab.example" }],
    [
      ["transfer", "--to", "b@lab.example", "--note", "box 3", "--tracking-number", "RR1"],
      "In Use",
      "transfer",
      { recipient: "b@lab.example", note: "box 3", trackingNumber: "RR1" },
    ],
    [
      ["lost", "--to", "s@lab.example", "--last-seen", "gate", "--what-happened", "stolen"],
      "In Use",
      "requestLost",
      { recipient: "s@lab.example", lastSeen: "gate", whatHappened: "stolen" },
    ],
    [
      ["return", "--to", "s@lab.example"],
      "In Use",
      "returnToCustomer",
      { recipient: "s@lab.example" },
    ],
    [["lost", "--to", "s@lab.example"], "In Use", "requestLost", { recipient: "s@lab.example" }],
    [["receive"], "In Transit", "acknowledgeTransfer", {}],
    [["receive"], "In Return", "acknowledgeReturn", {}],
    [["confirm-loss"], "Request Lost", "acknowledgeLost", {}],
    [["decline", "--reason", "no"], "In Transit", "declineTransfer", { reason: "no" }],
    [["decline", "--reason", "no"], "Request Lost", "declineLost", { reason: "no" }],
    [["reopen", "--reason", "found"], "Lost", "reopen", { reason: "found" }],
    [["cancel"], "In Return", "cancelReturn", {}],
    [["cancel", "--reason", "mine"], "In Transit", "cancelTransfer", { reason: "mine" }],
  ])("%j of a sample %s calls %s", async ([name = "", ...rest], status, step, said) => {
    const { env, calls } = await serverAt(status);
    const { code, stdout } = await sms(["samples", name, "HQ1", ...rest], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining("HQ1 done")]);
    const call = calls.find(({ path }) => path.startsWith("custody:"));
    expect(call).toMatchObject({ path: `custody:${step}`, args: { sampleId: "id1", ...said } });
    expect(Object.keys(call?.args ?? {})).toHaveLength(2 + Object.keys(said).length);
  });

  test("a loss is confirmed by a command of its own, which the refused one names", async () => {
    const { env, calls } = await serverAt("Request Lost");
    const { code, stderr } = await sms(["samples", "receive", "HQ1"], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("`sms samples confirm-loss HQ1`")]);
    expect(calls.filter(({ path }) => path.startsWith("custody:"))).toEqual([]);
  });

  test("reports a sample without a request, and an unknown sample", async () => {
    const { env } = await serverAt("In Use");
    expect(await sms(["samples", "receive", "HQ1"], env)).toMatchObject({
      code: 1,
      stderr: "sms: Sample HQ1 is In Use: no one is asked to take it.\n",
    });
    const empty = await serverAt("In Use", []);
    const { code, stderr } = await sms(["samples", "show", "HQ9"], empty.env);
    expect([code, stderr]).toEqual([1, 'sms: You see no sample with "HQ9".\n']);
  });

  test.each([
    ["transfer", "RECIPIENT_UNKNOWN"],
    ["lost", "APPROVER_UNKNOWN"],
  ])("%s names the unknown person", async (step, code) => {
    const refused = { refusal: { code, message: "as beside the form's field" } };
    const { env } = await serverWith({
      "users:viewer": { value: { role: "user", email: "ana@lab.example" } },
      "samples:get": { value: sample("In Use") },
      "custody:transfer": refused,
      "custody:requestLost": refused,
    });
    const { stderr } = await sms(["samples", step, "HQ1", "--to", "x@lab.example"], env);
    expect(stderr).toBe("sms: x@lab.example has no account.\n");
  });

  test("names each of several samples with one IMEI", async () => {
    const { env } = await serverAt("In Use", [sample("In Use"), sample("In Use", "id2")]);
    const { code, stderr } = await sms(["samples", "show", "350000000000006"], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/2 samples have .*\n {2}id1 {2}HQ1, ana@.*\n {2}id2 /);
  });

  test("undo calls custody:undo, also of a sample that its step took out of sight", async () => {
    const seen = await serverAt("In Transit");
    const { stdout } = await sms(["samples", "undo", "HQ1"], seen.env);
    expect(stdout).toBe("Undone: In Transit, held by ana@lab.example\n");
    expect(seen.calls.at(-2)).toMatchObject({
      path: "custody:undo",
      args: { sampleId: "id1", stepId: "t1" },
    });

    const { env, calls } = await serverWith({
      "custody:undoable": { value: { step: "declineTransfer", stepId: "t7", until: 1 } },
      "custody:undo": { value: null },
      "samples:get": { value: null },
    });
    expect((await sms(["samples", "undo", "id7"], env)).stdout).toBe("Undone\n");
    expect(calls.find(({ path }) => path === "custody:undo")?.args).toMatchObject({
      sampleId: "id7",
      stepId: "t7",
    });
  });

  test("a step of sms samples without a recipient or a reason is wrong usage", async () => {
    for (const name of ["transfer", "return", "lost", "decline", "reopen"]) {
      expect((await sms(["samples", name, "HQ1"], freshEnvironment())).code).toBe(2);
    }
  });
});

test("sms samples show prints the filled fields", async () => {
  const { env } = await serverAt("In Use");
  const { stdout } = await sms(["samples", "show", "HQ1"], env);
  expect(stdout).toContain("Serial Number: HQ1\n");
  expect(stdout).toContain("Registered Date: 2026-01-02 00:00 UTC\n");
  expect(stdout).not.toContain("Comments");
});

describe("sms samples list", () => {
  const server = () =>
    serverWith({
      "users:viewer": { value: { role: "admin", email: "adam@lab.example" } },
      "samples:list": ({ args }: Call) => ({
        value: {
          page: ["1", "2", "3"].map((id) =>
            sample(args["status"] as Status, `${args["status"] as string}${id}`),
          ),
          isDone: true,
          continueCursor: "",
        },
      }),
    });

  test("notes that there are more samples than it shows", async () => {
    const { env } = await server();
    const cut = await sms(["samples", "list", "--status", "In Use", "--limit", "2"], env);
    expect(cut.stdout.trim().split("\n")).toHaveLength(2);
    expect(cut.stderr).toBe("Only the first 2 are shown: there are more. Add --limit N.\n");
    const all = await sms(["samples", "list", "--status", "In Use", "--limit", "3"], env);
    expect(all.stderr).toBe("");
  });

  test.each([
    ["Returned", "report"],
    ["In Return", "return"],
    ["In Use", "transfer"],
  ])("--status %s finds them, in the list %s", async (status, list) => {
    const { env, calls } = await server();
    const { stdout } = await sms(["samples", "list", "--status", status, "--json"], env);
    expect(stdout.trim().split("\n")).toHaveLength(3);
    expect(calls.at(-1)?.args).toMatchObject({ list, status });
  });
});

test.each([
  [["help", "samples", "list"], /Usage: sms samples list/],
  [["help"], /Usage: sms /],
])("sms %j prints its own help", async (args, usage) => {
  const { code, stdout } = await sms(args, freshEnvironment());
  expect([code, stdout]).toEqual([0, expect.stringMatching(usage)]);
});

test("sms help of no command is wrong usage", async () => {
  expect(await sms(["help", "samples", "fly"], freshEnvironment())).toMatchObject({ code: 2 });
});
