import { fc, test as fcTest } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { fitColumns, type SizedColumn } from "@/components/data-table/fitColumns";

const column = (id: string, widthPx: number, part: Partial<SizedColumn> = {}): SizedColumn => ({
  id,
  widthPx,
  isFixed: false,
  isKept: false,
  order: null,
  isSized: false,
  isRigid: false,
  ...part,
});
const device = column("device", 200, { isFixed: true });
const drawn = (columns: readonly SizedColumn[], roomPx: number) => [
  ...fitColumns(columns, roomPx).keys(),
];

test("a column that does not fit fully is not drawn, and a narrower one after it is", () => {
  const columns = [device, column("country", 120), column("imei1", 180), column("brand", 80)];
  expect(drawn(columns, 420)).toEqual(["device", "country", "brand"]);
});

test("kept columns are drawn before others, in the reader's order", () => {
  const columns = [device, column("country", 120), column("status", 150, { isKept: true })];
  expect(drawn(columns, 370)).toEqual(["device", "status"]);
  expect(drawn(columns, 470)).toEqual(["device", "country", "status"]);
});

test("the column that the reader sorted by is drawn before kept ones", () => {
  const status = column("status", 150, { isKept: true });
  const columns = [device, column("country", 120, { order: "chosen" }), status];
  expect(drawn(columns, 370)).toEqual(["device", "country"]);
  expect(drawn(columns, 470)).toEqual(["device", "country", "status"]);
});

test("the column of the list's own order is drawn before others, and after kept ones", () => {
  const status = column("status", 150, { isKept: true });
  const columns = [device, column("country", 120), status, column("since", 120, { order: "own" })];
  expect(drawn(columns, 370)).toEqual(["device", "status"]);
  expect(drawn(columns, 480)).toEqual(["device", "status", "since"]);
});

test("a roomy column takes its full width once one other column fits next to it", () => {
  const status = column("status", 150, { isKept: true, roomyPx: 200 });
  const columns = [device, column("country", 120), column("brand", 80), status];
  expect(fitColumns(columns, 500).get("status")).toBe(180);
  expect(drawn(columns, 500)).toEqual(["device", "country", "status"]);
  expect([...fitColumns(columns, 600)]).toEqual([
    ["device", 200],
    ["country", 120],
    ["brand", 80],
    ["status", 200],
  ]);
  expect(fitColumns(columns, 370).get("status")).toBe(170);
});

test("a roomy column that the reader made narrower stays so", () => {
  const status = column("status", 150, { isKept: true, roomyPx: 200, isSized: true });
  expect(fitColumns([device, status], 900).get("status")).toBe(150);
});

test("a column that the reader widens stays, as wide as they made it", () => {
  const wide = column("brand", 200, { isSized: true });
  const columns = [device, column("country", 120), wide, column("since", 120, { order: "own" })];
  expect(drawn(columns, 440)).toEqual(["device", "brand"]);
  expect(fitColumns(columns, 2_000).get("brand")).toBe(200);
});

test("a fixed column that the reader widened shrinks in a smaller window", () => {
  const buttons = column("actions", 100, { isFixed: true, isRigid: true });
  const wide = column("device", 900, { isFixed: true, isSized: true });
  expect([...fitColumns([wide, buttons, column("country", 120)], 700)]).toEqual([
    ["device", 600],
    ["actions", 100],
  ]);
});

test("fixed columns are drawn however little room there is", () => {
  expect(drawn([device, column("country", 120)], 100)).toEqual(["device"]);
});

test("spare width is shared in proportion, and rigid columns take none", () => {
  const buttons = column("actions", 100, { isFixed: true, isRigid: true });
  const widths = fitColumns([device, column("country", 100), buttons], 700);
  expect([...widths]).toEqual([
    ["device", 400],
    ["country", 200],
    ["actions", 100],
  ]);
});

const sized = fc.record({
  id: fc.uuid(),
  widthPx: fc.integer({ min: 40, max: 400 }),
  isFixed: fc.constant(false),
  isKept: fc.boolean(),
  order: fc.constantFrom("chosen", "own", null),
  isSized: fc.boolean(),
  roomyPx: fc.option(fc.integer({ min: 40, max: 600 }), { nil: undefined }),
  isRigid: fc.boolean(),
});

fcTest.prop([fc.array(sized, { maxLength: 15 }), fc.integer({ min: 300, max: 2_000 })])(
  "no drawn column is cut or narrower than it needs",
  (columns, roomPx) => {
    const widths = fitColumns(columns, roomPx);
    const total = [...widths.values()].reduce((sum, width) => sum + width, 0);
    expect(total).toBeLessThanOrEqual(roomPx + 0.001);
    for (const { id, widthPx } of columns) {
      const width = widths.get(id);
      if (width !== undefined) expect(width).toBeGreaterThanOrEqual(widthPx - 0.001);
    }
  },
);
