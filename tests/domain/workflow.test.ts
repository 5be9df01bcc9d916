import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { STATUSES } from "../../domain/statuses";
import {
  afterStep,
  deleteRefusal,
  editRefusal,
  PENDING_FIELDS,
  refusal,
  STEPS,
  WORKFLOW,
  type Actor,
  type Custody,
  type Step,
} from "../../domain/workflow";

const people = ["ana", "bruno", "carla"];
const registered: Custody = { status: "Registered", samplmanag: "ana" };
const user = (email: string): Actor => ({ email, role: "user" });
const admin: Actor = { email: "adam", role: "admin" };

const attempt = fc.record({
  step: fc.constantFrom(...STEPS),
  by: fc.constantFrom(...people),
  role: fc.constantFrom("user", "supervisor", "admin"),
  chosen: fc.constantFrom(...people),
});

describe("any sequence of attempts", () => {
  prop.prop([fc.array(attempt, { maxLength: 40 })], { numRuns: 1_000 })(
    "leaves a sample with a holder, and with one pending person exactly where somebody is asked",
    (attempts) => {
      let custody = registered;
      for (const { step, by, role, chosen } of attempts) {
        const actor = { email: by, role } as const;
        if (refusal(step, custody, actor) !== null) continue;
        custody = afterStep(step, custody, actor, chosen);
        const pending = PENDING_FIELDS.filter((field) => custody[field] !== undefined);
        expect(pending).toEqual(ASKED[custody.status]);
        expect(custody.samplmanag).not.toBe("");
      }
    },
  );

  prop.prop([fc.array(attempt, { maxLength: 40 })], { numRuns: 1_000 })(
    "changes the holder only by an acknowledgement, and remembers the one before",
    (attempts) => {
      let custody = registered;
      for (const { step, by, role, chosen } of attempts) {
        const actor = { email: by, role } as const;
        if (refusal(step, custody, actor) !== null) continue;
        const after = afterStep(step, custody, actor, chosen);
        const acknowledged = step.startsWith("acknowledge");
        expect(after.samplmanag).toBe(acknowledged ? by : custody.samplmanag);
        expect(after.lastmanag).toBe(acknowledged ? custody.samplmanag : custody.lastmanag);
        custody = after;
      }
    },
  );

  prop.prop([fc.array(attempt, { maxLength: 40 })], { numRuns: 1_000 })(
    "ends for good when the sample is Returned or Lost",
    (attempts) => {
      let custody = registered;
      for (const { step, by, role, chosen } of attempts) {
        const actor = { email: by, role } as const;
        const refused = refusal(step, custody, actor);
        if (custody.status === "Returned" || custody.status === "Lost") {
          expect(refused).toBe("STEP_NOT_ALLOWED");
        }
        if (refused === null) custody = afterStep(step, custody, actor, chosen);
      }
    },
  );
});

/** Whose answer is awaited in each status. */
const ASKED = {
  Registered: [],
  "In Transit": ["inTransitTo"],
  "In Use": [],
  "In Return": ["inReturnTo"],
  Returned: [],
  "Request Lost": ["inOSapprby"],
  Lost: [],
} as const;

test.each([
  ["transfer", ["Registered", "In Use"], "In Transit"],
  ["acknowledgeTransfer", ["In Transit"], "In Use"],
  ["returnToCustomer", ["Registered", "In Use"], "In Return"],
  ["acknowledgeReturn", ["In Return"], "Returned"],
  ["requestLost", ["Registered", "In Use", "In Transit"], "Request Lost"],
  ["acknowledgeLost", ["Request Lost"], "Lost"],
] as const)("%s leads from %o to %s, and from nowhere else", (step, from, to) => {
  for (const status of STATUSES) {
    const custody = asked({ ...registered, status });
    const by = custody[WORKFLOW[step].by] ?? "";
    const expected = (from as readonly string[]).includes(status) ? null : "STEP_NOT_ALLOWED";
    expect(refusal(step, custody, user(by))).toBe(expected);
    if (expected === null) expect(afterStep(step, custody, user(by), "bruno").status).toBe(to);
  }
});

/** Bruno is asked for everything. */
function asked(custody: Custody): Custody {
  return { ...custody, inTransitTo: "bruno", inReturnTo: "bruno", inOSapprby: "bruno" };
}

test("an admin acts for everybody, but only the recipient acknowledges a return", () => {
  const refusals = STEPS.map((step): [Step, unknown] => {
    const [status] = WORKFLOW[step].from;
    return [step, refusal(step, asked({ ...registered, status }), admin)];
  });
  expect(refusals).toEqual([
    ["transfer", null],
    ["acknowledgeTransfer", null],
    ["returnToCustomer", null],
    ["acknowledgeReturn", "NOT_YOURS"],
    ["requestLost", null],
    ["acknowledgeLost", null],
  ]);
});

test("a supervisor's role alone allows no step", () => {
  const supervisor: Actor = { email: "sara", role: "supervisor" };
  for (const step of STEPS) {
    const [status] = WORKFLOW[step].from;
    expect(refusal(step, asked({ ...registered, status }), supervisor)).toBe("NOT_YOURS");
  }
});

test("a loss requested in transit settles the transfer", () => {
  const inTransit = afterStep("transfer", registered, user("ana"), "bruno");
  const asked = afterStep("requestLost", inTransit, user("ana"), "carla");
  expect(asked).toMatchObject({ status: "Request Lost", inOSapprby: "carla" });
  expect(asked.inTransitTo).toBeUndefined();
});

test("editing is for the manager and admins, while Registered or In Use", () => {
  for (const status of STATUSES) {
    const expected = ["Registered", "In Use"].includes(status) ? null : "STEP_NOT_ALLOWED";
    expect(editRefusal({ ...registered, status }, user("ana"))).toBe(expected);
    expect(editRefusal({ ...registered, status }, admin)).toBe(expected);
  }
  expect(editRefusal(registered, user("bruno"))).toBe("NOT_YOURS");
});

test("deleting is for the registrant, while Registered: not for admins, not for a later holder", () => {
  for (const status of STATUSES) {
    const sample = { ...registered, status, registeredby: "ana" };
    expect(deleteRefusal(sample, user("ana"))).toBe(
      status === "Registered" ? null : "STEP_NOT_ALLOWED",
    );
    expect(deleteRefusal(sample, admin)).toBe("NOT_YOURS");
  }
  const handedOn = { ...registered, samplmanag: "bruno", registeredby: "ana" };
  expect(deleteRefusal(handedOn, user("bruno"))).toBe("NOT_YOURS");
});
