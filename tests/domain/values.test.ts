import { describe, expect, test } from "vitest";
import { formatDate, formatDateTime, formatMinute, parseDate } from "../../domain/dates";
import { refusalOf } from "../../domain/errors";
import { THRESHOLD_DEFAULTS } from "../../domain/thresholds";

describe("dates", () => {
  const march15 = Date.UTC(2024, 2, 15);

  test.each([
    ["2024-03-15", march15],
    ["2024-3-15", march15],
    ["03/15/2024", march15],
    ["15/03/2024", march15],
    ["15.03.2024", march15],
    ["45366", march15],
    ["2024-03-15T10:00:00Z", march15 + 36_000_000],
    ["02/29/2024", Date.UTC(2024, 1, 29)],
  ])("are read from %s", (text, at) => {
    expect(parseDate(text)).toBe(at);
  });

  test.each([
    "31/02/2026",
    "2026-02-31",
    "13/13/2026",
    "02/29/2023",
    "yesterday",
    "",
    "2026",
    "0/1/2026",
  ])("are not read from %j", (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test("are shown in en-US, short, with a 24-hour clock", () => {
    const at = Date.UTC(2024, 2, 5, 14, 5, 9);
    expect(formatDate(at, "UTC")).toBe("Mar 5, 2024");
    expect(formatDateTime(at, "UTC")).toBe("Mar 5, 2024, 14:05:09");
    expect(formatMinute(at, "UTC")).toBe("Mar 5, 2024, 14:05");
    expect(formatDateTime(Date.UTC(2024, 2, 5), "UTC")).toBe("Mar 5, 2024, 00:00:00");
  });
});

test("thresholds have the defaults of a new account", () => {
  expect(Object.values(THRESHOLD_DEFAULTS)).toEqual([3, 1, 3, 1, 3, 1, 10, 3, 10, 1]);
});

describe("refusals", () => {
  test("fill in their values; a value that looks like a place stays a value", () => {
    expect(refusalOf("RECIPIENT_INCOMPLETE", { recipient: "{max}" }).message).toBe(
      "Error: Required user data is undefined for user {max}",
    );
  });
});
