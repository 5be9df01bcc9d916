import type { FunctionArgs } from "convex/server";
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample, FIRST_PAGE, newTransactionId } from "../../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const ofSample = async (by: string, sampleId: string) =>
  (await lab.as(by).query(api.history.forSample, { sampleId, paginationOpts: FIRST_PAGE })).page;
type Args = FunctionArgs<typeof api.history.list>;
type Scope = Args["scope"];
type Condition = NonNullable<Args["query"]>["conditions"][number];

const list = (by: string, scope: Scope, query?: Partial<NonNullable<Args["query"]>>) =>
  lab.as(by).query(api.history.list, {
    scope,
    paginationOpts: FIRST_PAGE,
    ...(query && { query: { search: "", conditions: [], timeZone: "UTC", ...query } }),
  });
const actions = async (by: string, scope: Scope, query?: Parameters<typeof list>[2]) =>
  (await list(by, scope, query)).page.map(({ action }) => action);
const chosen = (field: string, ...anyOf: string[]): Condition => ({ kind: "select", field, anyOf });

test("every step appends one history record with a copy of the sample's key fields", async () => {
  const fields = aSample();
  const sampleId = await lab.register(ana, fields);
  await lab.take("transfer", ana, sampleId, bruno);
  await lab.take("acknowledgeTransfer", bruno, sampleId);
  await lab.take("returnToCustomer", bruno, sampleId, sara);
  await lab.take("acknowledgeReturn", sara, sampleId);
  const records = await ofSample(sara, sampleId);
  expect(records.map(({ action, status }) => [action, status])).toEqual([
    ["Return Acknowledge", "Returned"],
    ["Return", "In Return"],
    ["Transfer Acknowledge", "In Use"],
    ["Transfer", "In Transit"],
    ["Register", "Registered"],
  ]);
  const { brand, model, serialNumber, imei1, imei2, customers } = fields;
  for (const record of records) {
    expect(record).toMatchObject({ brand, model, serialNumber, imei1, imei2, customers });
  }
  expect(records[0]).toMatchObject({ samplmanag: sara, lastmanag: bruno, email: sara });
});

test("history shows an admin everything, and a user the steps while they were the manager", async () => {
  const sampleId = await lab.register(ana);
  await lab.take("transfer", ana, sampleId, bruno);
  await lab.take("acknowledgeTransfer", bruno, sampleId);
  expect(await actions(adam, "all")).toEqual(["Transfer Acknowledge", "Transfer", "Register"]);
  expect(await actions(ana, "mine")).toEqual(["Transfer", "Register"]);
  expect(await actions(bruno, "mine")).toEqual(["Transfer Acknowledge"]);
  expect(await actions(sara, "team")).toEqual(["Transfer", "Register"]);
  expect(await actions(sara, "mine")).toEqual([]);
});

test("history refuses a scope that the role does not have", async () => {
  expect(await refusedCode(list(ana, "all"))).toBe("NOT_ALLOWED");
  expect(await refusedCode(list(ana, "team"))).toBe("NOT_ALLOWED");
  expect(await refusedCode(list(sara, "all"))).toBe("NOT_ALLOWED");
});

test("a person who may not see a sample gets no history of it", async () => {
  const sampleId = await lab.register(ana);
  expect(await ofSample(sara, sampleId)).toHaveLength(1);
  expect(await ofSample(bruno, sampleId)).toEqual([]);
  expect(await ofSample(adam, "no-such-sample")).toEqual([]);
});

test("a refused step appends no history record", async () => {
  const sampleId = await lab.register(ana);
  await refusedCode(lab.take("transfer", bruno, sampleId, bruno));
  expect(await ofSample(ana, sampleId)).toHaveLength(1);
});

test("records of a deleted sample remain in the lists; its own history is for admins", async () => {
  const sampleId = await lab.register(ana);
  await lab.as(ana).mutation(api.samples.remove, { sampleId, transactionId: newTransactionId() });
  expect(await actions(ana, "mine")).toEqual(["Delete", "Register"]);
  expect(await actions(sara, "team")).toEqual(["Delete", "Register"]);
  expect(await actions(adam, "all")).toEqual(["Delete", "Register"]);
  expect((await ofSample(adam, sampleId)).map(({ action }) => action)).toEqual([
    "Delete",
    "Register",
  ]);
  expect(await ofSample(ana, sampleId)).toEqual([]);
  expect(await ofSample(sara, sampleId)).toEqual([]);
});

describe("history filtered by the server", () => {
  /** Ana's sample goes to Bruno, who declines it once; Bruno registers one of his own. */
  beforeEach(async () => {
    const sampleId = await lab.register(ana, aSample({ brand: "Fairphone", country: "Portugal" }));
    await lab.take("transfer", ana, sampleId, bruno);
    await lab.take("declineTransfer", bruno, sampleId, "Wrong model");
    await lab.take("transfer", ana, sampleId, bruno);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    await lab.register(bruno, aSample({ brand: "Nokia", country: "Finland" }));
  });

  /** Every record, newest first. */
  const ALL = [
    "Register",
    "Transfer Acknowledge",
    "Transfer",
    "Transfer Declined",
    "Transfer",
    "Register",
  ];
  /** Records from when Ana was the manager. */
  const ANAS = ALL.slice(2);
  /**
   * The records that match, plus the oldest record tested: with fewer records than one page tests,
   * that is the first one of the scope.
   */
  const cases: [string, string, Scope, Parameters<typeof list>[2], string[]][] = [
    [
      "by one action: an index range",
      adam,
      "all",
      { conditions: [chosen("action", "Transfer Declined")] },
      ["Transfer Declined"],
    ],
    [
      "by one action in a team: an index range",
      sara,
      "team",
      { conditions: [chosen("action", "Transfer")] },
      ["Transfer", "Transfer"],
    ],
    [
      "by one action of one supervisor: an index range",
      adam,
      "all",
      { conditions: [chosen("action", "Register"), chosen("supervisor", sara)] },
      ["Register"],
    ],
    [
      "by one action of one manager",
      adam,
      "all",
      { conditions: [chosen("action", "Register"), chosen("samplmanag", ana)] },
      ["Register"],
    ],
    [
      "by who was asked: an index range",
      adam,
      "all",
      { conditions: [chosen("recipient", bruno)] },
      ["Transfer", "Transfer Declined", "Transfer"],
    ],
    [
      "by who acted: an index range",
      adam,
      "all",
      { conditions: [chosen("email", bruno)] },
      ["Register", "Transfer Acknowledge", "Transfer Declined"],
    ],
    [
      "by who held the sample before: an index range",
      adam,
      "all",
      { conditions: [chosen("lastmanag", ana)] },
      ["Transfer Acknowledge"],
    ],
    [
      "by who was acted for: an index range",
      adam,
      "all",
      { conditions: [chosen("onBehalfOf", ana)] },
      [],
    ],
    [
      "by an action that is none",
      adam,
      "all",
      { conditions: [chosen("action", "Nap")] },
      ["Register"],
    ],
    [
      "by two actions",
      adam,
      "all",
      { conditions: [chosen("action", "Transfer", "Register")] },
      ["Register", "Transfer", "Transfer", "Register"],
    ],
    [
      "by status",
      ana,
      "mine",
      { conditions: [chosen("status", "In Transit")] },
      ["Transfer", "Transfer", "Register"],
    ],
    ["by whoever has any part", adam, "all", { conditions: [chosen("person", bruno)] }, ALL],
    [
      "by a person who has none",
      adam,
      "all",
      { conditions: [chosen("person", sara)] },
      ["Register"],
    ],
    [
      "by a manager alone: an index range",
      adam,
      "all",
      { conditions: [chosen("samplmanag", ana)] },
      ANAS,
    ],
    ["by two managers", adam, "all", { conditions: [chosen("samplmanag", ana, bruno)] }, ALL],
    [
      "by a supervisor alone: an index range",
      adam,
      "all",
      { conditions: [chosen("supervisor", sara)] },
      ANAS,
    ],
    [
      "by a text of a column",
      adam,
      "all",
      { conditions: [{ kind: "text", field: "serialNumber", contains: "no such" }] },
      ["Register"],
    ],
    ["by words", adam, "all", { search: "finland nokia" }, ["Register", "Register"]],
    ["by words for a colleague's record", ana, "mine", { search: "nokia" }, ["Register"]],
    [
      "by an own manager in a team",
      sara,
      "team",
      { conditions: [chosen("samplmanag", ana)] },
      ANAS,
    ],
    [
      "by a stranger in a team",
      sara,
      "team",
      { conditions: [chosen("samplmanag", bruno)] },
      ["Register"],
    ],
    [
      "by a stranger among one's own",
      ana,
      "mine",
      { conditions: [chosen("samplmanag", bruno)] },
      ["Register"],
    ],
    [
      "by a foreign supervisor in a team",
      sara,
      "team",
      { conditions: [chosen("supervisor", adam)] },
      ["Register"],
    ],
  ];

  test.each(cases)("holds the matching records: %s", async (_, by, scope, query, found) => {
    expect(await actions(by, scope, query)).toEqual(found);
  });

  test("counts the tested records, even for the filter on undone steps", async () => {
    expect(await list(adam, "all", { search: "nokia" })).toMatchObject({ tested: ALL.length });
    const undone = { conditions: [chosen("undone", "Yes")] };
    expect(await list(adam, "all", undone)).toMatchObject({ tested: ALL.length });
    const both = { search: "nokia", ...undone };
    expect(await list(adam, "all", both)).toMatchObject({ tested: ALL.length });
  });

  test("includes the first moment of a date range and excludes the second", async () => {
    const { page } = await list(adam, "all");
    const moments = page.map(({ actiondate }) => actiondate);
    const [last = 0] = moments;
    const dates = (from?: number, before?: number): Condition => ({
      kind: "dates",
      field: "actiondate",
      ...(from === undefined ? {} : { from }),
      ...(before === undefined ? {} : { before }),
    });
    expect(await actions(adam, "all", { conditions: [dates(last + 1)] })).toEqual([]);
    expect(await actions(adam, "all", { conditions: [dates(0, moments.at(-1))] })).toEqual([]);
    expect(await actions(adam, "all", { conditions: [dates(moments.at(-1), last + 1)] })).toEqual(
      ALL,
    );
    expect(await actions(ana, "mine", { conditions: [dates(undefined, last + 1)] })).toEqual(ANAS);
    const backwards = [dates(last + 1, 0)];
    expect(await actions(adam, "all", { conditions: backwards })).toEqual([]);
    const noTime = [dates(last + 1), chosen("person", bruno)];
    expect(await actions(adam, "all", { conditions: noTime })).toEqual([]);
  });

  test.each([
    ["something that is no column", { conditions: [chosen("uid", "x")] }],
    [
      "who acted, and who was asked",
      { conditions: [chosen("email", ana), chosen("recipient", ana)] },
    ],
    ["why it was declined", { conditions: [chosen("reason", "Wrong model")] }],
    ["a time zone that is none", { search: "x", timeZone: "Mars/Olympus" }],
    ["more words than anybody types", { search: "x".repeat(256) }],
  ] satisfies [string, Parameters<typeof list>[2]][])("refuses %s", async (_, query) => {
    expect(await refusedCode(list(adam, "all", query))).toBe("INPUT_INVALID");
  });

  test("grants no scope that the role does not have", async () => {
    const own = { conditions: [chosen("samplmanag", ana)] };
    expect(await refusedCode(list(ana, "all", own))).toBe("NOT_ALLOWED");
    expect(await refusedCode(list(ana, "team", own))).toBe("NOT_ALLOWED");
    expect(await refusedCode(list(sara, "all", own))).toBe("NOT_ALLOWED");
  });
});

describe("the history records of one identifier", () => {
  const identified = (by: string, text: string, ...scopes: Scope[]) =>
    lab.as(by).query(api.history.identified, { scopes, text });

  test("are found immediately, by serial number and by either IMEI, grouped or not", async () => {
    const fields = aSample({ serialNumber: "R5CT77", imei2: "356938035643817" });
    const sampleId = await lab.register(ana, fields);
    await lab.register(ana);
    for (const text of ["r5ct77", fields.imei1, "35 693803 564381 7"]) {
      const records = await identified(adam, text, "all");
      expect(records.map((record) => record.sampleId)).toEqual([sampleId]);
    }
    expect(await identified(adam, "R5CT7", "all")).toEqual([]);
  });

  test("stay within the caller's scopes", async () => {
    const sampleId = await lab.register(ana, aSample({ serialNumber: "R5CT78" }));
    await lab.take("transfer", ana, sampleId, bruno);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    const seen = async (by: string, ...scopes: Scope[]) =>
      (await identified(by, "R5CT78", ...scopes)).map(({ action }) => action);
    expect(await seen(adam, "all")).toEqual(["Transfer Acknowledge", "Transfer", "Register"]);
    expect(await seen(ana, "mine")).toEqual(["Transfer", "Register"]);
    expect(await seen(bruno, "mine")).toEqual(["Transfer Acknowledge"]);
    expect(await seen(sara, "mine", "team")).toEqual(["Transfer", "Register"]);
    expect(await seen(sara, "mine")).toEqual([]);
    expect(await refusedCode(identified(sara, "R5CT78", "mine", "all"))).toBe("NOT_ALLOWED");
    expect(await refusedCode(identified(ana, "R5CT78", "team"))).toBe("NOT_ALLOWED");
  });
});
