import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { segmentsOf, custodyPeriods, type TimelineRecord } from "#domain/custody/custodyTimeline";
import { formatDuration } from "#domain/common/durations";
import { STATUSES } from "#domain/custody/statuses";
import {
  afterStep,
  HISTORY_ACTIONS,
  isRequest,
  PENDING_FIELDS,
  pendingPerson,
  refusal,
  STEPS,
  WORKFLOW,
  type Custody,
  type HistoryAction,
} from "#domain/custody/workflow";
import { property } from "../../support/property";

const people = ["ana", "bruno", "carla"] as const;

/** Any records, oldest first, including those that no workflow writes. */
const anyRecords = fc
  .array(
    fc.record({
      action: fc.constantFrom(...HISTORY_ACTIONS.filter((action) => action !== "Delete")),
      actiondate: fc.integer({ min: 0, max: 1_000_000 }),
      status: fc.constantFrom(...STATUSES),
      samplmanag: fc.constantFrom(...people),
      recipient: fc.option(fc.constantFrom(...people), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((records) => records.toSorted((one, other) => one.actiondate - other.actiondate));
const anyNow = fc.integer({ min: 0, max: 2_000_000 });

/** True if the bounds of each stretch equal those of its neighbours. */
const isTiling = (stretches: readonly { from: number; until: number }[]) =>
  stretches.every(({ from, until }, index) => {
    const next = stretches[index + 1];
    return from <= until && (next === undefined || until === next.from);
  });

describe("any history", () => {
  property([anyRecords, anyNow])(
    "segments and stays tile the time from the first record to now",
    (records, now) => {
      const segments = segmentsOf(records, now);
      const first = records[0]?.actiondate ?? 0;
      const end = Math.max(now, records.at(-1)?.actiondate ?? 0);
      for (const stretches of [segments, custodyPeriods(segments)]) {
        expect(isTiling(stretches)).toBe(true);
        expect(stretches.at(0)?.from).toBe(first);
        expect(stretches.at(-1)?.until).toBe(end);
        const total = stretches.reduce((sum, { from, until }) => sum + until - from, 0);
        expect(total).toBe(end - first);
      }
    },
  );

  property([anyRecords, anyNow])(
    "stays hold every segment once, in order, and change hands in between",
    (records, now) => {
      const segments = segmentsOf(records, now);
      const stays = custodyPeriods(segments);
      expect(stays.flatMap((stay) => stay.segments)).toEqual(segments);
      stays.forEach((stay, index) => {
        expect(new Set(stay.segments.map(({ record }) => record.samplmanag))).toEqual(
          new Set([stay.holder]),
        );
        expect(stays[index + 1]?.holder).not.toBe(stay.holder);
      });
    },
  );
});

const attempts = fc.array(
  fc.record({
    step: fc.constantFrom(...STEPS, "undo"),
    by: fc.constantFrom(...people),
    role: fc.constantFrom("user", "admin"),
    chosen: fc.constantFrom(...people),
  }),
  { maxLength: 40 },
);

/**
 * Runs `tries` through the workflow. @returns the records written, each with the custody after it
 */
function* written(tries: typeof attempts extends fc.Arbitrary<infer T> ? T : never) {
  let custody: Custody = { status: "Registered", samplmanag: "ana" };
  let beforeLatest: Custody | null = null;
  const recordOf = (action: HistoryAction, actiondate: number, recipient: string | undefined) => {
    const { status, samplmanag } = custody;
    return { record: { action, actiondate, status, samplmanag, recipient }, custody };
  };
  for (const [at, { step, by, role, chosen }] of tries.entries()) {
    const actor = { email: by, role } as const;
    const asked = pendingPerson(custody);
    if (step === "undo") {
      if (beforeLatest === null) continue;
      [custody, beforeLatest] = [beforeLatest, null];
      yield recordOf("Undone", at, asked ?? pendingPerson(custody));
      continue;
    }
    if (refusal(step, custody, actor) !== null) continue;
    beforeLatest = custody;
    custody = { ...custody, ...afterStep(step, custody, actor, chosen) };
    yield recordOf(WORKFLOW[step].action, at, isRequest(step) ? chosen : asked);
  }
}

property([attempts], { numRuns: 1_000 })(
  "after any sequence of steps, the person awaited is the one the sample names",
  (tries) => {
    const steps = [...written(tries)];
    const segments = segmentsOf(
      steps.map(({ record }) => record),
      1_000,
    );
    segments.forEach(({ awaited }, index) => {
      const custody = steps[index]?.custody;
      const named = PENDING_FIELDS.map((field) => custody?.[field]).find(Boolean);
      expect(awaited?.person).toBe(named);
      expect(awaited === null).toBe(named === undefined);
    });
  },
);

const record = (
  action: TimelineRecord["action"],
  actiondate: number,
  stated: Partial<TimelineRecord> = {},
): TimelineRecord => ({ action, actiondate, status: "Registered", samplmanag: "ana", ...stated });

describe("the pending answer in a timeline", () => {
  test("is pending again since the transfer was sent when its receipt is undone", () => {
    const segments = segmentsOf(
      [
        record("Transfer", 10, { status: "In Transit", recipient: "bruno" }),
        record("Transfer Acknowledge", 20, { status: "In Use", samplmanag: "bruno" }),
        record("Undone", 30, { status: "In Transit", recipient: "bruno" }),
      ],
      40,
    );
    expect(segments.map(({ awaited }) => awaited?.since)).toEqual([10, undefined, 10]);
  });

  test("is with an unknown person since an undo whose step is not among the records", () => {
    const [segment] = segmentsOf([record("Undone", 30, { status: "In Transit" })], 40);
    expect(segment?.awaited).toEqual({ person: undefined, since: 30 });
  });

  test("is pending since the transfer was sent when a declined loss restores it", () => {
    const segments = segmentsOf(
      [
        record("Transfer", 10, { status: "In Transit", recipient: "bruno" }),
        record("Request Lost", 20, { status: "Request Lost", recipient: "sara" }),
        record("Lost Declined", 30, { status: "In Transit", recipient: "sara" }),
      ],
      40,
    );
    expect(segments.map(({ awaited }) => awaited)).toEqual([
      { person: "bruno", since: 10 },
      { person: "sara", since: 20 },
      { person: "bruno", since: 10 },
    ]);
  });

  test("names no one while the record of the request is not loaded", () => {
    const [segment] = segmentsOf([record("Lost Declined", 30, { status: "In Transit" })], 40);
    expect(segment?.awaited).toEqual({ person: undefined, since: 30 });
  });
});

test("a timeline ends with the deletion of its sample", () => {
  const segments = segmentsOf([record("Register", 10), record("Delete", 25)], 1_000);
  expect(segments.map(({ from, until }) => [from, until])).toEqual([
    [10, 25],
    [25, 25],
  ]);
});

test.each([
  [0, "< 1 min"],
  [59_999, "< 1 min"],
  [60_000, "1 min"],
  [59 * 60_000, "59 min"],
  [3 * 3_600_000, "3 h"],
  [3 * 3_600_000 + 12 * 60_000, "3 h 12 min"],
  [86_400_000 + 59 * 60_000, "1 d"],
  [12 * 86_400_000 + 4 * 3_600_000, "12 d 4 h"],
  [1_500 * 86_400_000, "1,500 d"],
])("a duration of %d ms reads %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
