/**
 * Labels of samples, and the contents of their codes (docs/product.md, "Labels and certificates").
 */
import { describe, expect, test } from "vitest";
import { LABEL_FORMATS, labelPlace, zplLabel } from "#domain/samples/labels";
import { sampleAddress, sampleIdOfAddress } from "#domain/identifiers/sampleAddress";

describe.each(LABEL_FORMATS)("labels on $name", (format) => {
  const perPage = format.columns * format.rows;
  const places = Array.from({ length: perPage }, (_, index) => labelPlace(format, index));

  test("lie on the page", () => {
    for (const { left, top } of places) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + format.label.width).toBeLessThanOrEqual(format.page.width + 0.01);
      expect(top + format.label.height).toBeLessThanOrEqual(format.page.height + 0.01);
    }
  });

  test("never overlap", () => {
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        const isBeside = Math.abs(one.left - other.left) >= format.label.width;
        const isBelow = Math.abs(one.top - other.top) >= format.label.height - 0.01;
        expect(isBeside || isBelow).toBe(true);
      }
    }
  });

  test("continue on the next page, and begin after the labels already used", () => {
    expect(labelPlace(format, perPage)).toEqual({ ...labelPlace(format, 0), page: 1 });
    expect(labelPlace(format, 0, perPage - 1)).toEqual(labelPlace(format, perPage - 1));
  });
});

describe("a label for a label printer", () => {
  const [sheet] = LABEL_FORMATS;
  const device = { brand: "Acme", model: "X^1~_é", serialNumber: "SN001" };
  const program = zplLabel(device, "https://sms.example.com/private/viewfs/abc", sheet!);

  test("keeps as text what the printer would take for a command", () => {
    expect(program).toContain("^FDAcme X_5E1_7E_5Fé^FS");
  });

  test("has the serial number as text, and as Code 128 if it fits", () => {
    expect(program).toContain("^BCN");
    expect(zplLabel({ ...device, serialNumber: "S".repeat(40) }, "a", sheet!)).not.toContain("^BC");
  });
});

describe("the URL on a label", () => {
  test("yields the sample's id, whatever server it names", () => {
    expect(sampleIdOfAddress(sampleAddress("https://old.example.com", "k57abc"))).toBe("k57abc");
    expect(sampleIdOfAddress(" http://localhost:3210/private/viewfs/k57abc/\n")).toBe("k57abc");
  });

  test.each([
    ...["R5CT10TRXJF", "356938035643809", "", "https://example.com/private/viewfs/"],
    "https://example.com/private/editsample/k57abc",
    "javascript:alert(1)//private/viewfs/k57abc",
  ])("is not read from '%s'", (text) => {
    expect(sampleIdOfAddress(text)).toBeNull();
  });
});
