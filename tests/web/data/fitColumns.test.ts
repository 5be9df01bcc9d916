import fc from "fast-check";
import { expect, test } from "vitest";
import { fitColumns, type SizedColumn } from "@/components/data-table/fitColumns";
import { property } from "../../support/property";

const column = (id: string, widthPx: number, part: Partial<SizedColumn> = {}): SizedColumn => ({
  id,
  widthPx,
  isFixed: false,
  isSized: false,
  isRigid: false,
  ...part,
});
const device = column("device", 200, { isFixed: true });
const buttons = column("actions", 100, { isFixed: true, isRigid: true });

test("columns that need more than the room keep their widths, so the table scrolls", () => {
  const columns = [device, column("country", 120), column("imei1", 180), column("brand", 80)];
  expect([...fitColumns(columns, 420).values()]).toEqual([200, 120, 180, 80]);
});

test("a sliver of a column gives its space to the columns in sight, which fill the room", () => {
  const columns = [device, column("country", 100), column("imei1", 180), buttons];
  const widths = fitColumns(columns, 460);
  expect(Object.fromEntries(widths)).toEqual({
    device: 240,
    country: 120,
    imei1: 180,
    actions: 100,
  });
});

test("a column that the reader widens stays as wide in any window", () => {
  const columns = [device, column("country", 120), column("brand", 300, { isSized: true })];
  expect(fitColumns(columns, 440).get("brand")).toBe(300);
  expect(fitColumns(columns, 2_000).get("brand")).toBe(300);
});

test("a pinned column that the reader widened leaves room for the others in a smaller window", () => {
  const wide = column("device", 900, { isFixed: true, isSized: true });
  const widths = fitColumns([wide, column("country", 120), buttons], 700);
  expect(Object.fromEntries(widths)).toEqual({ device: 480, country: 120, actions: 100 });
});

test("spare width is shared in proportion, and rigid columns take none", () => {
  const widths = fitColumns([device, column("country", 100), buttons], 700);
  expect(Object.fromEntries(widths)).toEqual({ device: 400, country: 200, actions: 100 });
});

/** The widest part of a column that is not worth showing, px. */
const SLIVER_PX = 80;

const sized = fc.record({
  id: fc.uuid(),
  widthPx: fc.integer({ min: 40, max: 400 }),
  isFixed: fc.constant(false),
  isSized: fc.boolean(),
  isRigid: fc.boolean(),
});

property([fc.array(sized, { maxLength: 15 }), fc.integer({ min: 300, max: 2_000 })])(
  "every chosen column is drawn, no narrower than it needs, and no wider than the room allows",
  (columns, roomPx) => {
    const widths = fitColumns(columns, roomPx);
    const needed = columns.reduce((sum, { widthPx }) => sum + widthPx, 0);
    const total = [...widths.values()].reduce((sum, width) => sum + width, 0);
    expect(widths.size).toBe(columns.length);
    expect(total).toBeLessThanOrEqual(Math.max(roomPx, needed + SLIVER_PX) + 0.001);
    for (const { id, widthPx } of columns) {
      expect(widths.get(id)).toBeGreaterThanOrEqual(widthPx - 0.001);
    }
  },
);
