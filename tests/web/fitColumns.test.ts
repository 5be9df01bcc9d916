import { fc, test as fcTest } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { fitColumns, type SizedColumn } from "@/components/data-table/fitColumns";

const column = (id: string, widthPx: number, part: Partial<SizedColumn> = {}): SizedColumn => ({
  id,
  widthPx,
  isFixed: false,
  isKept: false,
  isRigid: false,
  ...part,
});
const device = column("device", 200, { isFixed: true });
const drawn = (columns: readonly SizedColumn[], roomPx: number) => [
  ...fitColumns(columns, roomPx).keys(),
];

test("a column that does not fit whole is not drawn, and a narrower one after it is", () => {
  const columns = [device, column("country", 120), column("imei1", 180), column("brand", 80)];
  expect(drawn(columns, 420)).toEqual(["device", "country", "brand"]);
});

test("kept columns are drawn before others, in the reader's order", () => {
  const columns = [device, column("country", 120), column("status", 150, { isKept: true })];
  expect(drawn(columns, 370)).toEqual(["device", "status"]);
  expect(drawn(columns, 470)).toEqual(["device", "country", "status"]);
});

test("fixed columns are drawn however little room there is", () => {
  expect(drawn([device, column("country", 120)], 100)).toEqual(["device"]);
});

test("spare room is shared in proportion, and rigid columns take none", () => {
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
