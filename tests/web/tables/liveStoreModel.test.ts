import fc from "fast-check";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { LiveStore } from "@/lib/tables/liveStore";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import { compareInList } from "#domain/samples/lists";
import type { Status } from "#domain/custody/statuses";
import { listSort } from "#domain/samples/listViews";
import { aSample } from "../../support/web/webSamples";
import { FakeLivePages, textOf } from "./fakeLivePages";
import { property } from "../../support/property";

const VIEW = {
  base: [],
  query: { search: "", conditions: [] },
  sort: listSort("transfer"),
};
const STATUSES = ["Registered", "In Transit", "In Use"] as const;
/** More than two pages of each status. */
const ROWS = 90;
/** More rows than fit in a page that is resent with every change. */
const CROWD = 65;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rangesOf = (statuses: readonly Status[]) =>
  statuses.map((status) => ({
    query: api.samples.list,
    args: { list: "transfer", scope: "mine", status },
  }));

type Act =
  | { kind: "step"; row: number; status: Status; listDate: number }
  /** So many rows move to one place that its page is reloaded. */
  | { kind: "crowd"; row: number }
  | { kind: "edit"; row: number }
  | { kind: "delete"; row: number }
  | { kind: "reopen" }
  | { kind: "restart" }
  | { kind: "move"; isMoving: boolean };

const row = fc.nat(ROWS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("step" as const),
      row,
      status: fc.constantFrom<Status>(...STATUSES, "Returned"),
      listDate: fc.nat(2 * ROWS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crowd" as const), row }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("edit" as const), row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("move" as const), isMoving: fc.boolean() }),
  },
);
const pauseMs = fc.constantFrom(0, 3, 10, 30, 200, 900, 2_500);

const acts = fc.array(fc.tuple(act, pauseMs), { minLength: 5, maxLength: 50 });
/** The statuses whose changes are subscribed to instead of their pages. */
const followed = fc.constantFrom<readonly Status[]>([], ["Registered", "In Use"], STATUSES);

property([acts, followed], { numRuns: 60 })(
  "a live store shows the rows of one time, never of an earlier one than before, then the last",
  async (acts, followed) => {
    const rows = Array.from({ length: ROWS }, (_, index): SampleRow =>
      aSample({ status: STATUSES[index % 3]!, listDate: index }),
    );
    const server = new FakeLivePages(rows);
    const store = new LiveStore<SampleRow>({
      watcher: server.watcher,
      columns: SAMPLE_COLUMNS,
      ranges: rangesOf(STATUSES.filter((status) => !followed.includes(status))),
      followed: {
        ranges: rangesOf(followed),
        changes: api.teamFeed.changes,
        has: ({ status }) => followed.includes(status),
      },
      compare: compareInList("transfer"),
      pageSize: 10,
    });
    let shownMoment = 0;
    let checkedVersion = 0;
    let isOpening = true;
    const check = async () => {
      const { isComplete, version } = store.getState();
      if (isComplete) isOpening = false;
      if (isOpening || version === checkedVersion) return;
      checkedVersion = version;
      const shown = textOf(
        (await store.ask({ kind: "window", view: VIEW, from: 0, before: 2 * ROWS })).rows,
      );
      const moment = server.moments.indexOf(shown, shownMoment);
      expect(moment, `${shown}\n\nis no moment of the server`).not.toBe(-1);
      shownMoment = moment;
    };
    const write = (index: number, fields: Partial<SampleRow>) => {
      const next: SampleRow = { ...rows[index]!, ...fields, model: `M${server.moments.length}` };
      rows[index] = next;
      server.put(next);
    };
    const open = () => store.subscribe(() => undefined);
    store.onChanges((changes) => {
      for (const { before, after } of changes) expect(after).not.toEqual(before);
    });
    let close = open();
    await vi.advanceTimersByTimeAsync(500);
    await check();
    expect(store.getState().isComplete).toBe(true);

    for (const [{ kind, ...change }, ms] of acts) {
      const old = "row" in change ? rows[change.row]! : rows[0]!;
      if (kind === "reopen") {
        close();
        isOpening = true;
        close = open();
      } else if (kind === "restart") server.restart();
      else if ("isMoving" in change) server.move(change.isMoving);
      else if (kind === "delete") server.delete(old._id);
      else if (kind === "crowd") {
        const from = rows.indexOf(old);
        for (let index = from; index < Math.min(from + CROWD, ROWS); index++) {
          write(index, { status: "In Use", listDate: 2 * ROWS });
        }
      } else {
        const step = "status" in change && { status: change.status, listDate: change.listDate };
        write(rows.indexOf(old), { ...step });
      }
      for (let passed = 0; passed <= ms; passed += 10) {
        await vi.advanceTimersByTimeAsync(Math.min(10, ms));
        await check();
      }
    }
    server.move(false);
    await vi.advanceTimersByTimeAsync(5_000);
    await check();
    expect(
      textOf((await store.ask({ kind: "window", view: VIEW, from: 0, before: 2 * ROWS })).rows),
    ).toBe(server.list());
    close();
  },
);
