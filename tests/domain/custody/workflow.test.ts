import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keysOf } from "#domain/common/objects";
import { STATUSES, type Status } from "#domain/custody/statuses";
import { undoRefusal, UNDO_MS } from "#domain/custody/undo";
import {
  absenteeOfStep,
  afterStep,
  assigneeFieldOf,
  awaitsAnswerOf,
  deleteRefusal,
  editRefusal,
  HISTORY_ACTIONS,
  isAcknowledge,
  isRequest,
  isReversal,
  PENDING_FIELDS,
  refusal,
  STEPS,
  waitingManager,
  type Absentee,
  type Actor,
  type Custody,
  type PendingField,
  type Step,
} from "#domain/custody/workflow";
import {
  DELETIONS,
  expectedStatus,
  expectedWrite,
  LETTERS,
  WRITE_CELLS,
  type Letter,
  type WriteCell,
} from "../../support/custody/expectations";
import { property } from "../../support/property";

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

/** Yields every step of `attempts` that the table allows, with the custody before and after it. */
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
  property([sequences], { numRuns: 1_000 })(
    "leaves a sample with a holder, and with one pending person exactly if a request is open",
    (attempts) => {
      for (const { after } of taken(attempts)) {
        const pending = PENDING_FIELDS.filter((field) => after[field] !== undefined);
        expect(pending).toEqual(ASKED[after.status]);
        expect(after.samplmanag).not.toBe("");
        expect(after.resumes === undefined).toBe(pending.length === 0);
      }
    },
  );

  property([sequences], { numRuns: 1_000 })(
    "changes the holder only by an acknowledgement or by reopening, and records the previous one",
    (attempts) => {
      for (const { step, actor, before, after } of taken(attempts)) {
        const changesHands = step.startsWith("acknowledge") || step === "reopen";
        expect(after.samplmanag).toBe(changesHands ? actor.email : before.samplmanag);
        expect(after.lastmanag).toBe(changesHands ? before.samplmanag : before.lastmanag);
      }
    },
  );

  property([sequences], { numRuns: 1_000 })(
    "leaves Returned and Lost only by reopening the sample",
    (attempts) => {
      for (const { step, before } of taken(attempts)) {
        const isFinal = before.status === "Returned" || before.status === "Lost";
        expect(step === "reopen").toBe(isFinal);
      }
    },
  );

  property([sequences], { numRuns: 1_000 })(
    "restores, by declining or cancelling, the state before the request",
    (attempts) => {
      // Naive model: the custody before each request that is still open.
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

test("a request names the person asked; declines and cancellations take it back", () => {
  expect(STEPS.filter(isReversal)).toEqual([
    "declineTransfer",
    "cancelTransfer",
    "declineReturn",
    "cancelReturn",
    "declineLost",
    "cancelLost",
  ]);
  const asking = HISTORY_ACTIONS.flatMap((action) => {
    const field = assigneeFieldOf(action);
    return field === undefined ? [] : [[action, field]];
  });
  expect(Object.fromEntries(asking)).toEqual({
    Transfer: "inTransitTo",
    Return: "inReturnTo",
    "Request Lost": "inOSapprby",
  });
});

describe("a stand-in", () => {
  const standIn = (email: string, absent: string, fields: Absentee["fields"]): Actor => ({
    ...user(email),
    standsInFor: [{ email: absent, fields }],
  });
  /** The steps that the workflow gives to the person asked, with the field that names them. */
  const ANSWERS = {
    acknowledgeTransfer: "inTransitTo",
    declineTransfer: "inTransitTo",
    acknowledgeReturn: "inReturnTo",
    declineReturn: "inReturnTo",
    acknowledgeLost: "inOSapprby",
    declineLost: "inOSapprby",
  } as const satisfies Partial<Record<Step, PendingField>>;

  property(
    [
      sequences,
      fc.constantFrom(...people),
      fc.constantFrom(...people),
      fc.subarray([...PENDING_FIELDS]),
    ],
    { numRuns: 500 },
  )(
    "may answer what the absent person may, never their own hand-over, and nothing else",
    (attempts, email, absent, fields) => {
      for (const { after: custody } of taken(attempts)) {
        const actor = standIn(email, absent, fields);
        const mayAnswer = keysOf(ANSWERS).some((step) => refusal(step, custody, actor) === null);
        expect(awaitsAnswerOf(actor, custody)).toBe(mayAnswer);
        for (const step of STEPS) {
          const field = step in ANSWERS ? ANSWERS[step as keyof typeof ANSWERS] : undefined;
          const isTheirs =
            field !== undefined &&
            fields.includes(field) &&
            custody.samplmanag !== email &&
            refusal(step, custody, user(absent)) === null;
          const isOwn = refusal(step, custody, user(email)) === null;
          expect(refusal(step, custody, actor) === null).toBe(isOwn || isTheirs);
          const actsFor = absenteeOfStep(step, custody, actor);
          if (isTheirs && !isOwn) expect(actsFor).toBe(absent);
          if (isOwn || field === undefined) expect(actsFor).toBeUndefined();
        }
      }
    },
  );

  test("a manager waits for another person's answer only", () => {
    const asked = { ...registered, inTransitTo: "bruno" };
    expect(waitingManager(asked)).toBe("ana");
    expect(waitingManager({ ...asked, samplmanag: "bruno" })).toBeUndefined();
    expect(waitingManager(registered)).toBeUndefined();
  });

  test("does not answer a request that the absent person answers as a stand-in", () => {
    const inTransit = { ...registered, ...afterStep("transfer", registered, user("ana"), "bruno") };
    const ofCarla = standIn("dora", "carla", PENDING_FIELDS);
    expect(refusal("acknowledgeTransfer", inTransit, ofCarla)).toBe("NOT_YOURS");
  });
});

describe("declining and cancelling", () => {
  const ana = user("ana");
  const inUse: Custody = {
    status: "In Use",
    samplmanag: "ana",
    lastmanag: "bruno",
    inTransitDate: 10,
    inReturnDate: 20,
    reqOSDate: 30,
    country: "Portugal",
    city: "Porto",
    location: "Porto, Portugal",
    userLocation: "Porto, Portugal",
    lat: 41,
    lng: -8,
  };
  /**
   * Applies a step like the server: with the step's own date, and for a return the recipient's
   * location.
   */
  const transferred = (custody: Custody): Custody => ({
    ...custody,
    ...afterStep("transfer", custody, ana, "bruno"),
    inTransitToSuper: "sara",
    inTransitDate: 40,
  });
  const reported = (custody: Custody): Custody => ({
    ...custody,
    ...afterStep("requestLost", custody, ana, "sara"),
    osrequsuper: "adam",
    reqOSDate: 50,
  });
  const reversed = (step: Step, custody: Custody): Custody => ({
    ...custody,
    ...afterStep(step, custody, ana),
  });

  test("a transfer leaves no date of its own", () => {
    expect(reversed("cancelTransfer", transferred(inUse))).toMatchObject({
      status: "In Use",
      inTransitDate: 10,
    });
    expect(reversed("declineTransfer", transferred(registered)).inTransitDate).toBeUndefined();
  });

  test("a return restores the location, also one without coordinates", () => {
    const there = { country: "Japan", city: "Tokyo", location: "Tokyo", userLocation: "Tokyo" };
    const returned: Custody = {
      ...inUse,
      ...afterStep("returnToCustomer", inUse, ana, "sara"),
      ...there,
      lat: 1,
      lng: 2,
      userLat: 3,
      userLng: 4,
      inReturnDate: 60,
    };
    expect(reversed("declineReturn", returned)).toEqual(inUse);
  });

  test("a loss requested in transit returns to transit, and from there to the start", () => {
    const inTransit = transferred(inUse);
    const again = reversed("declineLost", reported(inTransit));
    expect(again).toEqual(inTransit);
    expect(reversed("declineTransfer", again)).toEqual(inUse);
  });

  test("a supervisor who has since changed is not restored", () => {
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

/** The person whose answer is pending in each status. */
const ASKED = {
  Registered: [],
  "In Transit": ["inTransitTo"],
  "In Use": [],
  "In Return": ["inReturnTo"],
  Returned: [],
  "Request Lost": ["inOSapprby"],
  Lost: [],
} as const;

describe("the table of expectations", () => {
  test.each(WRITE_CELLS.map((cell) => ({ ...cell, ...inWords(cell) })))(
    "$name of a sample that is $status: $who",
    (cell) => {
      const outcomes = Object.fromEntries(
        LETTERS.map((letter) => [letter, outcomeOf(cell, PEOPLE[letter])]),
      );
      const expected = LETTERS.map((letter) => [letter, expectedWrite(cell, letter)]);
      expect(outcomes).toEqual(Object.fromEntries(expected));
    },
  );

  test.each(WRITE_CELLS.filter(({ name, text }) => isStep(name) && text !== "-"))(
    "$name of a sample that is $status leaves it $afterwards",
    (cell) => {
      const { name, status, text } = cell;
      const step = stepOf(name);
      const before = tableSample(status);
      const actor = PEOPLE[text.includes("H") ? "H" : text.includes("P") ? "P" : "S"];
      const after = afterStep(step, before, actor, PEOPLE.P.email);
      expect(after.status).toBe(expectedStatus(cell, "In Use"));
    },
  );

  test("covers every step of the workflow, in every status", () => {
    const cells = WRITE_CELLS.map(({ name, status }) => `${name} ${status}`).sort();
    const names = [...STEPS.map((step) => `custody:${step}`), ...BESIDES];
    const all = names.flatMap((name) => STATUSES.map((status) => `${name} ${status}`));
    expect(cells).toEqual(all.sort());
  });
});

test.each(DELETIONS)(
  "$actor deletes a $status sample that R registered and $holder holds: $expected",
  ({ status, holder, actor, expected }) => {
    const sample = { ...tableSample(status), samplmanag: PEOPLE[holder].email };
    expect(deleteRefusal(sample, PEOPLE[actor]) ?? "done").toBe(expected);
  },
);

/** Changes of a sample that are not steps of the table. */
const BESIDES = ["custody:undo", "samples:edit", "samples:remove"];

test("a loss requested in transit settles the transfer", () => {
  const inTransit = afterStep("transfer", registered, user("ana"), "bruno");
  const asked = afterStep("requestLost", inTransit, user("ana"), "carla");
  expect(asked).toMatchObject({ status: "Request Lost", inOSapprby: "carla" });
  expect(asked.inTransitTo).toBeUndefined();
});

const PEOPLE: Readonly<Record<Letter, Actor>> = {
  A: admin,
  S: { email: "sara", role: "supervisor" },
  O: { email: "olga", role: "supervisor" },
  H: user("hugo"),
  P: user("paula"),
  T: { ...user("tess"), standsInFor: [{ email: "paula", fields: PENDING_FIELDS }] },
  R: user("rita"),
  X: user("xena"),
};

/** Returns the table's sample in `status`. It was In Use when Paula was asked for it. */
function tableSample(status: Status) {
  const [asked] = ASKED[status];
  const isPaulas = status === "Returned" || status === "Lost";
  const uid = isPaulas ? "paula" : "hugo";
  const lastStep = { step: "transfer", at: 0, transactionId: "t1", uid } as const;
  return {
    status,
    registeredby: "rita",
    samplmanag: isPaulas ? "paula" : "hugo",
    supervisor: "sara",
    ...(asked && { [asked]: "paula", resumes: { status: "In Use" } }),
    lastStep,
    lastTransactionId: status === "Registered" ? "edit" : "t1",
  } satisfies Custody & Record<string, unknown>;
}

/** Returns the outcome that the rules in domain/ give a cell, for one person. */
function outcomeOf({ name, status }: WriteCell, actor: Actor): string {
  const sample = tableSample(status);
  if (name === "samples:edit") return editRefusal(sample, actor) ?? "done";
  if (name === "samples:remove") return deleteRefusal(sample, actor) ?? "done";
  if (name === "custody:undo") return undoRefusal(sample, actor.email, "t1", 0) ?? "done";
  return refusal(stepOf(name), sample, actor) ?? "done";
}

const isStep = (name: string) => STEPS.some((step) => name === `custody:${step}`);

function stepOf(name: string): Step {
  const step = STEPS.find((each) => name === `custody:${each}`);
  if (step === undefined) throw new Error(`No such step: ${name}`);
  return step;
}

const WORDS: Readonly<Record<Letter, string>> = {
  A: "admin",
  S: "supervisor",
  O: "another supervisor",
  H: "holder",
  P: "person asked",
  T: "stand-in",
  R: "registrant",
  X: "stranger",
};

/** Describes a cell for titles: "only the admin, holder may", "nobody may". */
function inWords(cell: WriteCell): { who: string } {
  const letters = LETTERS.filter((letter) => expectedWrite(cell, letter) === "done");
  const words = letters.map((letter) => WORDS[letter]).join(", ");
  return { who: words === "" ? "nobody may" : `only the ${words} may` };
}

describe("undo", () => {
  const taken = { step: "transfer", uid: "ana", at: 1_000, transactionId: "t1" } as const;
  const sample = { lastStep: taken, lastTransactionId: "t1" };

  test("is possible for 60 seconds", () => {
    expect(undoRefusal(sample, "ana", "t1", taken.at + UNDO_MS - 1)).toBeNull();
    expect(undoRefusal(sample, "ana", "t1", taken.at + UNDO_MS)).toBe("UNDO_TOO_LATE");
  });

  test("is allowed only to the person who took the step, however late", () => {
    expect(undoRefusal(sample, "bruno", "t1", taken.at)).toBe("NOT_YOURS");
    expect(undoRefusal(sample, "bruno", "t1", taken.at + UNDO_MS)).toBe("NOT_YOURS");
  });

  test("is not possible after another change, nor without a step", () => {
    expect(undoRefusal({ ...sample, lastTransactionId: "t2" }, "ana", "t1", 1_000)).toBe(
      "STEP_NOT_ALLOWED",
    );
    expect(undoRefusal({}, "ana", "t1", 1_000)).toBe("STEP_NOT_ALLOWED");
  });

  test("the undo of a step is refused after the same person took another one", () => {
    expect(undoRefusal(sample, "ana", "t0", 1_000)).toBe("STEP_NOT_ALLOWED");
  });
});
