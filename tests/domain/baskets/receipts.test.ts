import { describe, expect, test } from "vitest";
import { describeBulkEdit, parseBulkEdit } from "#domain/samples/bulkEdit";
import { receiptText, sidesOf } from "#domain/baskets/receipts";

describe("a receipt as text", () => {
  test("has a heading and a line of cells for each sample, with times in UTC", () => {
    const at = Date.UTC(2026, 10, 20, 14, 5, 9);
    const done = { device: "Nokia G42", serialNumber: "S1", outcome: "done", at } as const;
    expect(receiptText([{ ...done, from: "ana@x.y", to: "bob@x.y" }])).toBe(
      "Device\tSerial Number\tFrom\tTo\tTime (UTC)\tResult\n" +
        "Nokia G42\tS1\tana@x.y\tbob@x.y\tNov 20, 2026, 14:05:09\tDone",
    );
  });

  test("keeps each cell on one line, and no cell runs as a formula", () => {
    const outcome = "refused" as const;
    const line = { device: "=1+1", serialNumber: "S\t1\n2", outcome, reason: "Gone" };
    expect(receiptText([line]).split("\n")[1]).toBe("'=1+1\tS 1 2\t\t\t\tRefused: Gone");
  });
});

test.each([
  ["Transfer", ["ana", "bob"]],
  ["Request Lost", ["ana", "bob"]],
  ["Transfer Acknowledge", ["eva", "ana"]],
  ["Reopened", ["eva", "ana"]],
  ["Transfer Declined", ["bob", "ana"]],
  ["Return Cancelled", ["bob", "ana"]],
  ["Register", ["ana", undefined]],
] as const)("a record of %s has the sides %o", (action, [from, to]) => {
  const record = { action, samplmanag: "ana", lastmanag: "eva", recipient: "bob" };
  expect(sidesOf(record)).toEqual(to === undefined ? { from } : { from, to });
});

describe("an edit of many samples", () => {
  test("has the stated fields, trimmed; a country counts only with its location", () => {
    expect(parseBulkEdit({ customers: " Vivo ", comments: "", country: "Brazil" })).toEqual({
      customers: "Vivo",
    });
  });

  test("is described with labels", () => {
    const edit = { location: "Lisbon", lat: 38.7, lng: -9.1 };
    expect(describeBulkEdit(edit)).toEqual([
      { field: "location", label: "Location", text: "Lisbon" },
    ]);
  });
});
