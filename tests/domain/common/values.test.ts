import { describe, expect, test } from "vitest";
import { formatDate, formatDateTime, formatMinute } from "#domain/common/dates";
import { isAmbiguousDate, parseDate } from "#domain/common/dateTexts";
import { refusalOf } from "#domain/common/errors";
import { THRESHOLD_DEFAULTS } from "#domain/custody/thresholds";

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
    ["Mar 15, 2024", march15],
    ["Mar 15, 2024, 10:00", march15 + 36_000_000],
    ["Mar 15, 2024, 10:00:09", march15 + 36_009_000],
    ["2024/03/15", march15],
    ["2024.3.15", march15],
    ["15-Mar-2024", march15],
    ["15 March 2024", march15],
    ["15-mar-2024", march15],
    ["15. März 2024", march15],
    ["15 mars 2024", march15],
    ["15 de março de 2024", march15],
    ["15 марта 2024 г.", march15],
    ["15.03.2024 г.", march15],
    ["15-fev-2024", Date.UTC(2024, 1, 15)],
    ["5 déc. 2023", Date.UTC(2023, 11, 5)],
    ["14 juillet 2024", Date.UTC(2024, 6, 14)],
    ["1 juin 2024", Date.UTC(2024, 5, 1)],
    ["9 мая 2024", Date.UTC(2024, 4, 9)],
    ["2024年3月15日", march15],
    ["２０２４年３月１５日", march15],
    ["２０２４／０３／１５", march15],
    ["٢٠٢٤-٠٣-١٥", march15],
    ["15º de março de 2024", march15],
    ["15 Mart 2024", march15],
    ["15 Ağu 2024", Date.UTC(2024, 7, 15)],
    ["15 Ağustos 2024", Date.UTC(2024, 7, 15)],
    ["3 Şubat 2024", Date.UTC(2024, 1, 3)],
    ["29 EKİM 2023", Date.UTC(2023, 9, 29)],
    ["1 Kasım 2023", Date.UTC(2023, 10, 1)],
    ["31 Aralık 2023 23:59", Date.UTC(2023, 11, 31, 23, 59)],
    ["令和6年3月15日", march15],
    ["令和元年５月１日", Date.UTC(2019, 4, 1)],
    ["平成31年4月30日", Date.UTC(2019, 3, 30)],
    ["昭和64年1月7日", Date.UTC(1989, 0, 7)],
    ["2024年3月15日(金)", march15],
    ["2024年3月15日（金曜日）", march15],
    ["2024年3月15日 星期五", march15],
    ["2024년 3월 15일", march15],
    ["15-Mar-2024 10:00", march15 + 36_000_000],
    ["2024-03-15 10:00", march15 + 36_000_000],
    ["2024-03-15T10:00:00.250+02:00", march15 + 28_800_250],
    ["3/15/2024 12:05 AM", march15 + 300_000],
    ["45366.41677083333", march15 + 36_009_000],
    ["0024-03-15", new Date("0024-03-15").getTime()],
    ["+012345-03-15", new Date("+012345-03-15").getTime()],
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
    "Foo 15, 2024",
    "Feb 30, 2024",
    "2024-03/15",
    "30-Feb-2024",
    "15 Mar-2024",
    "15-Foo-2024",
    "2024-03-15 24:00",
    "2024-03-15 10:61",
    "3/15/2024 13:00 PM",
    "2024-03-15 or so",
    "24年3月15日", // of which century, or era?
    "R6.3.15",
    "令和0年3月15日",
    "令和6年2月30日",
    "15 Foo 2024 г.",
  ])("are not read from %j", (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test("are read in the requested order, and in no other", () => {
    expect(parseDate("03/02/2024", "dmy")).toBe(Date.UTC(2024, 1, 3));
    expect(parseDate("03/02/2024", "mdy")).toBe(Date.UTC(2024, 2, 2));
    expect(parseDate("25/12/2024", "mdy")).toBeNull();
    expect(parseDate("٠٣/٠٢/٢٠٢٤", "dmy")).toBe(Date.UTC(2024, 1, 3));
    expect(isAmbiguousDate("٠٣/٠٢/٢٠٢٤")).toBe(true);
  });

  test("are read in the format in which they are shown", () => {
    const at = Date.UTC(2024, 2, 5, 14, 5, 9);
    expect(parseDate(formatDateTime(at, "UTC"))).toBe(at);
    expect(parseDate(formatDate(at, "UTC"))).toBe(Date.UTC(2024, 2, 5));
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
  test("fill in their values; a value that looks like a placeholder remains a value", () => {
    expect(refusalOf("RECIPIENT_INCOMPLETE", { recipient: "{max}" }).message).toBe(
      "Error: Required user data is undefined for user {max}",
    );
  });
});
