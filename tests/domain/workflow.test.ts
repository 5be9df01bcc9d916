import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { STATUSES } from "../../domain/statuses";
import {
  afterStep,
  deleteRefusal,
  editRefusal,
  isAcknowledge,
  isRequest,
  isReversal,
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
type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

/** Every step of `attempts` that the table allows, with the custody before and after it. */
function* taken(attempts: readonly Attempt[]) {
  let before = registered;
  for (const { step, by, role, chosen } of attempts) {
    const actor = { email: by, role };
    if (refusal(step, before, actor) !== null) continue;
    const after = { ...before, ...afterStep(step, before, actor, chosen) };
    yield { step, actor, before, after };
    before = after;
  }
}

const sequences = fc.array(attempt, { maxLength: 40 });

describe("any sequence of attempts", () => {
  prop.prop([sequences], { numRuns: 1_000 })(
    "leaves a sample with a holder, and with one pending person exactly where somebody is asked",
    (attempts) => {
      for (const { after } of taken(attempts)) {
        const pending = PENDING_FIELDS.filter((field) => after[field] !== undefined);
        expect(pending).toEqual(ASKED[after.status]);
        expect(after.samplmanag).not.toBe("");
        expect(after.resumes === undefined).toBe(pending.length === 0);
      }
    },
  );

  prop.prop([sequences], { numRuns: 1_000 })(
    "changes the holder only by an acknowledgement, and remembers the one before",
    (attempts) => {
      for (const { step, actor, before, after } of taken(attempts)) {
        const acknowledged = step.startsWith("acknowledge");
        expect(after.samplmanag).toBe(acknowledged ? actor.email : before.samplmanag);
        expect(after.lastmanag).toBe(acknowledged ? before.samplmanag : before.lastmanag);
      }
    },
  );

  prop.prop([sequences], { numRuns: 1_000 })(
    "ends for good when the sample is Returned or Lost",
    (attempts) => {
      for (const { before } of taken(attempts)) {
        expect(["Returned", "Lost"]).not.toContain(before.status);
      }
    },
  );

  prop.prop([sequences], { numRuns: 1_000 })(
    "comes back, by declining or cancelling, to what was before the step that asked",
    (attempts) => {
      // A naive model: all that was before each ask that is still open.
      const earlier: Custody[] = [];
      for (const { step, before, after } of taken(attempts)) {
        if (isRequest(step)) earlier.push(before);
        else if (isReversal(step)) expect(after).toEqual(earlier.pop());
        else earlier.length = 0;
        if (isAcknowledge(step)) expect(after.resumes).toBeUndefined();
        expect(earlier.length > 0).toBe(after.resumes !== undefined);
      }
    },
  );
});

describe("declining and cancelling", () => {
  const ana = user("ana");
  const inUse: Custody = {
    ...{ status: "In Use", samplmanag: "ana", lastmanag: "bruno" },
    ...{ inTransitDate: 10, inReturnDate: 20, reqOSDate: 30 },
    ...{ country: "Portugal", city: "Porto", location: "Porto, Portugal" },
    ...{ userLocation: "Porto, Portugal", lat: 41, lng: -8 },
  };
  /** As the server stores it: the step's own date, and for a return its recipient's place. */
  const transferred = (custody: Custody): Custody => ({
    ...{ ...custody, ...afterStep("transfer", custody, ana, "bruno") },
    ...{ inTransitToSuper: "sara", inTransitDate: 40 },
  });
  const reported = (custody: Custody): Custody => ({
    ...{ ...custody, ...afterStep("requestLost", custody, ana, "sara") },
    ...{ osrequsuper: "adam", reqOSDate: 50 },
  });
  const reversed = (step: Step, custody: Custody): Custody => ({
    ...custody,
    ...afterStep(step, custody, ana),
  });

  test("a transfer leaves no date of its own", () => {
    expect(reversed("cancelTransfer", transferred(inUse))).toMatchObject({
      ...{ status: "In Use", inTransitDate: 10 },
    });
    expect(reversed("declineTransfer", transferred(registered)).inTransitDate).toBeUndefined();
  });

  test("a return gives back the place, also where it had no coordinates", () => {
    const there = { country: "Japan", city: "Tokyo", location: "Tokyo", userLocation: "Tokyo" };
    const returned: Custody = {
      ...{ ...inUse, ...afterStep("returnToCustomer", inUse, ana, "sara") },
      ...{ ...there, lat: 1, lng: 2, userLat: 3, userLng: 4, inReturnDate: 60 },
    };
    expect(reversed("declineReturn", returned)).toEqual(inUse);
  });

  test("a loss requested in transit goes back into transit, and from there to the start", () => {
    const inTransit = transferred(inUse);
    const again = reversed("declineLost", reported(inTransit));
    expect(again).toEqual(inTransit);
    expect(reversed("declineTransfer", again)).toEqual(inUse);
  });

  test("a supervisor who changed meanwhile is not brought back", () => {
    const change = afterStep("cancelTransfer", transferred(inUse), ana);
    expect(change).not.toHaveProperty("supervisor");
  });

  test.each([
    ["never used", {}, "Registered"],
    ["in use since", { registereddate: 1, inUseDate: 2 }, "In Use"],
    ["edited since, which registers it again", { registereddate: 3, inUseDate: 2 }, "Registered"],
  ] as const)("a sample of an older deployment, %s, is %o", (_, dates, status) => {
    const old: Custody = { status: "In Transit", samplmanag: "ana", inTransitTo: "bruno" };
    const after = reversed("declineTransfer", { ...old, ...dates });
    expect(after).toMatchObject({ status, samplmanag: "ana" });
    expect(after.inTransitTo).toBeUndefined();
  });
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
  ["declineTransfer", ["In Transit"], "In Use"],
  ["cancelTransfer", ["In Transit"], "In Use"],
  ["declineReturn", ["In Return"], "In Use"],
  ["cancelReturn", ["In Return"], "In Use"],
  ["declineLost", ["Request Lost"], "In Use"],
  ["cancelLost", ["Request Lost"], "In Use"],
] as const)("%s leads from %o to %s, and from nowhere else", (step, from, to) => {
  for (const status of STATUSES) {
    const custody = asked({ ...registered, status });
    const by = custody[WORKFLOW[step].actorField] ?? "";
    const expected = (from as readonly string[]).includes(status) ? null : "STEP_NOT_ALLOWED";
    expect(refusal(step, custody, user(by))).toBe(expected);
    if (expected === null) expect(afterStep(step, custody, user(by), "bruno").status).toBe(to);
  }
});

/** Bruno is asked for everything, and the sample was In Use. */
function asked(custody: Custody): Custody {
  const pending = { inTransitTo: "bruno", inReturnTo: "bruno", inOSapprby: "bruno" };
  return { ...custody, ...pending, resumes: { status: "In Use" } };
}

test("an admin acts for everybody, but only the recipient acknowledges or declines a return", () => {
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
    ["declineTransfer", null],
    ["cancelTransfer", null],
    ["declineReturn", "NOT_YOURS"],
    ["cancelReturn", null],
    ["declineLost", null],
    ["cancelLost", null],
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
