import { fc, test } from "@fast-check/vitest";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { LiveStore } from "@/lib/tables/liveStore";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "../../../domain/compactRows";
import { compareInList } from "../../../domain/lists";
import { listSort } from "../../../domain/listViews";
import { aSample } from "../../support/webSamples";
import { FakeLivePages, textOf } from "./fakeLivePages";

const VIEW = {
  base: [],
  query: { search: "", conditions: [] },
  sort: listSort("transfer"),
};
const STATUSES = ["Registered", "In Transit", "In Use"] as const;
/** More than two pages of each status. */
const ROWS = 90;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Act =
  | { kind: "step"; row: number; status: (typeof STATUSES)[number]; listDate: number }
  | { kind: "edit"; row: number }
  | { kind: "delete"; row: number }
  | { kind: "reopen" };

const row = fc.nat(ROWS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("step" as const),
      row,
      status: fc.constantFrom(...STATUSES),
      listDate: fc.nat(2 * ROWS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("edit" as const), row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen" as const) }) },
);
const pauseMs = fc.constantFrom(0, 3, 10, 30, 200, 900, 2_500);

test.prop([fc.array(fc.tuple(act, pauseMs), { minLength: 5, maxLength: 50 })], { numRuns: 40 })(
  "a live store shows the rows of one moment, never of an earlier one than before, then the last",
  async (acts) => {
    const rows = Array.from({ length: ROWS }, (_, index) =>
      aSample({ status: STATUSES[index % 3]!, listDate: index }),
    );
    const server = new FakeLivePages(rows);
    const store = new LiveStore<SampleRow>({
      watcher: server.watcher,
      columns: SAMPLE_COLUMNS,
      ranges: STATUSES.map((status) => ({
        query: api.samples.list,
        args: { list: "transfer", scope: "mine", status },
      })),
      compare: compareInList("transfer"),
      pageSize: 10,
    });
    let shownMoment = 0;
    let checkedVersion = 0;
    const check = async () => {
      const { isComplete, version } = store.getState();
      if (!isComplete || version === checkedVersion) return;
      checkedVersion = version;
      const shown = textOf((await store.window(VIEW, 0, 2 * ROWS)).rows);
      const moment = server.moments.indexOf(shown, shownMoment);
      expect(moment, `${shown}\n\nis no moment of the server`).not.toBe(-1);
      shownMoment = moment;
    };
    const open = () => store.subscribe(() => undefined);
    let close = open();
    await vi.advanceTimersByTimeAsync(500);
    await check();
    expect(store.getState().isComplete).toBe(true);

    for (const [{ kind, ...change }, ms] of acts) {
      const old = "row" in change ? rows[change.row]! : rows[0]!;
      if (kind === "reopen") {
        close();
        close = open();
      } else if (kind === "delete") server.delete(old._id);
      else {
        const next = { ...old, ...change, model: `M${server.moments.length}` };
        rows[rows.indexOf(old)] = next;
        server.put(next);
      }
      for (let passed = 0; passed <= ms; passed += 10) {
        await vi.advanceTimersByTimeAsync(Math.min(10, ms));
        await check();
      }
    }
    await vi.advanceTimersByTimeAsync(5_000);
    await check();
    expect(textOf((await store.window(VIEW, 0, 2 * ROWS)).rows)).toBe(server.list());
    close();
  },
);
