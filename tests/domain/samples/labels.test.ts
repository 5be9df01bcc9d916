/**
 * Labels of samples, and the contents of their codes (docs/product.md, "Labels and certificates").
 */
import { describe, expect, test } from "vitest";
import {
  CUSTOM_SIDES,
  customFormat,
  LABEL_FORMATS,
  labelPlace,
} from "#domain/samples/labelFormats";
import { GAP, layoutLabel, LEADING, PADDING } from "#domain/samples/labelLayout";
import { RESOLUTIONS, zplLabel } from "#domain/samples/zplLabel";
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

const ADDRESS = "https://sms.example.com/private/viewfs/k57abcdefghijklmnopqrstuvwxyz012";
const DEVICES = [
  { brand: "Acme", model: "A1", serialNumber: "SN001", imei1: "357309117710016" },
  { brand: "Acme", model: "A1", serialNumber: "R5CT10ABCDE", imei1: "" },
  {
    brand: "Samsung",
    model: "Galaxy Tab Active5 Pro Enterprise Edition",
    serialNumber: "SN-2026-0000000000000000000042",
    imei1: "357309117710016",
  },
];
const FORMATS = [
  ...LABEL_FORMATS,
  ...[
    [CUSTOM_SIDES.min, CUSTOM_SIDES.min],
    [25, 15],
    [40, 60],
    [100, 50],
    [CUSTOM_SIDES.max, 20],
    [CUSTOM_SIDES.max, CUSTOM_SIDES.max],
  ].map(([width = 0, height = 0]) => customFormat(width, height)),
];

describe.each(FORMATS)("the contents of a label on $name", ({ label }) => {
  test.each([false, true])("fit, with larger texts: %s", (isLarge) => {
    for (const device of DEVICES) {
      const { side, column, texts, barcodeHeight } = layoutLabel(device, label, isLarge);
      const height = texts.reduce((sum, { size, lines }) => sum + size * lines * LEADING, 0);
      const barcode = barcodeHeight === null ? 0 : GAP + barcodeHeight;
      expect(side).toBeLessThanOrEqual(label.height - 2 * PADDING);
      expect(height + barcode).toBeLessThanOrEqual(label.height - 2 * PADDING + 0.001);
      expect(column.left).toBeGreaterThanOrEqual(PADDING + side);
      expect(column.left + column.width).toBeCloseTo(label.width - PADDING);
      const shown = texts.filter(({ isIdentifier }) => isIdentifier).map(({ text }) => text);
      const imei = device.imei1 === "" ? [] : [`IMEI ${device.imei1}`];
      expect(shown).toEqual([device.serialNumber, ...imei]);
    }
  });
});

describe("larger texts", () => {
  const [device] = DEVICES;
  const identifierSize = (width: number, height: number, isLarge: boolean) =>
    layoutLabel(device!, { width, height }, isLarge).texts[1]!.size;

  test("are larger where the label has room, and also on a higher label", () => {
    expect(identifierSize(101.6, 50.8, true)).toBeCloseTo(1.4 * identifierSize(101.6, 50.8, false));
    expect(identifierSize(101.6, 50.8, false)).toBeGreaterThan(identifierSize(101.6, 25.4, false));
  });
});

describe("a long serial number", () => {
  const long = DEVICES[2]!;

  test("wraps on a narrow label rather than become too small to read", () => {
    const [, serial] = layoutLabel(long, { width: 25, height: 60 }, false).texts;
    expect(serial?.size).toBeGreaterThanOrEqual(1.8);
    expect(serial?.lines).toBeGreaterThan(1);
  });

  test("has a bar code only where its modules are wide enough to be read", () => {
    const barcode = (width: number) =>
      layoutLabel(long, { width, height: 60 }, false).barcodeHeight;
    expect(barcode(62)).toBeNull();
    expect(barcode(150)).toBeGreaterThanOrEqual(5);
  });

  test("has more than half of the label's width, beside the QR code", () => {
    const { side, column } = layoutLabel(long, { width: 60, height: 60 }, false);
    expect(side).toBe(27);
    expect(column.width).toBeGreaterThan(27);
  });
});

describe("a label for a label printer", () => {
  const [sheet] = LABEL_FORMATS;
  const options = { resolution: 203, isLarge: false } as const;
  const device = {
    brand: "Acme",
    model: "X^1~_é",
    serialNumber: "SN001",
    imei1: "357309117710016",
  };
  const program = zplLabel(device, ADDRESS, sheet!, options);

  test("keeps as text what the printer would take for a command", () => {
    expect(program).toContain("^FDAcme X_5E1_7E_5Fé^FS");
  });

  test("has the serial number as text, and as Code 128 if it fits", () => {
    expect(program).toContain("^BCN");
    const long = { ...device, serialNumber: "S".repeat(40) };
    expect(zplLabel(long, ADDRESS, sheet!, options)).not.toContain("^BC");
  });

  test("has a line with the IMEI, unless the device has none", () => {
    expect(program).toContain("^FDIMEI 357309117710016^FS");
    expect(zplLabel({ ...device, imei1: "" }, ADDRESS, sheet!, options)).not.toContain("IMEI");
  });

  test.each(RESOLUTIONS)(
    "is as large at %i dpi: the same millimetres in the printer's dots",
    (resolution) => {
      const dotsPerMm = resolution / 25.4;
      const printed = zplLabel(device, ADDRESS, customFormat(62, 29), {
        resolution,
        isLarge: false,
      });
      const number = (pattern: RegExp) => Number(pattern.exec(printed)?.[1]) / dotsPerMm;
      expect(number(/\^PW(\d+)/)).toBeCloseTo(62, 0);
      expect(number(/\^LL(\d+)/)).toBeCloseTo(29, 0);
      expect(number(/\^A0N,(\d+)/)).toBeCloseTo(2.8, 0);
      const magnification = Number(/\^BQN,2,(\d+)/.exec(printed)?.[1]);
      expect(magnification).toBeLessThanOrEqual(10);
      expect((37 * magnification) / dotsPerMm).toBeLessThanOrEqual(26);
      expect((37 * magnification) / dotsPerMm).toBeGreaterThan(15);
    },
  );
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
