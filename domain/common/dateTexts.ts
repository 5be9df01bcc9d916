/** Parses dates as people and spreadsheets write them. */
import { asciiForms } from "./asciiForms";
import { DAY_MS } from "./durations";
import { foldLetters } from "./fold";

/** The order of the numbers in a date: `25/12/2024` is day first, `12/25/2024` month first. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * A date serial number as stored by Excel: days since 1899-12-30. The pattern covers the years 1954
 * to 2119.
 */
const EXCEL_SERIAL = /^[2-7]\d{4}(\.\d+)?$/;
const EXCEL_EPOCH_DAYS = 25_569;

/** Years outside 0 to 9999 have a sign and six digits, as `Date.toISOString` writes them. */
const YEAR_FIRST = /^([+-]\d{6}|\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ](.+))?$/;
/** Two numbers of one or two digits and a year: `3/2/2024`, `03.02.2024`, `03-02-2024`. */
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,? (.+))?$/;
/** The format in which the app shows dates: `Mar 5, 2024` and `Mar 5, 2024, 14:05:09`. */
const SHOWN = /^([A-Za-z]{3})[a-z]* (\d{1,2}), (\d{4})(?:, (.+))?$/;
/**
 * A month name between the day and the year: `5-Mar-2024`, `5 March 2024`, `15. März 2024`,
 * `5 de março de 2024`.
 */
const DAY_AND_NAME = /^(\d{1,2})(?:\.|º)?( de |[ -])(\p{L}{3,})\.?\2(\d{4})(?:,? (.+))?$/u;
/** `2024年3月15日` (Chinese, Japanese) and `2024년 3월 15일` (Korean). */
const CJK = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일](?: (.+))?$/;
/** `令和6年3月15日`: a year of a Japanese era, the first of which is also written 元. */
const ERA = /^(昭和|平成|令和) ?([1-9]\d?|元)年 ?/;
/** The year before the first one of each era. */
const BEFORE_ERA: Readonly<Record<string, number>> = { 昭和: 1925, 平成: 1988, 令和: 2018 };
/** A day of the week at the end of a Japanese or Chinese date: `(金)`, ` 星期五`. */
const CJK_WEEKDAY = / ?(?:[(（].(?:曜日?)?[)）]|.曜日|星期.)$/;
/** The abbreviation of "year" after a Russian or Bulgarian date. */
const YEAR_SUFFIX = /(?<=\d{4}) ?(?:г|р)\.?$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?(?: ?([AaPp])[Mm])?(.*)$/;
const ZONE = /^ ?(?:Z|UTC|([+-])(\d{2}):?(\d{2}))?$/;

/**
 * The first letters of each month's names, without accents, in English, Portuguese, Spanish,
 * French, German, Italian, Dutch, Polish, Turkish and Russian. No beginning means two months.
 */
const MONTHS = [
  "jan ene gen sty oca янв",
  "feb fev fevr lut şub фев",
  "mar maa мар",
  "apr abr avr kwi nis апр",
  "may mai mei mag maj мая май",
  "jun juin giu cze haz июн",
  "jul juil lug lip tem июл",
  "aug ago ağu aou sie авг",
  "sep set wrz eyl сен",
  "oct out oct okt ott paz eki окт",
  "nov lis kas ноя",
  "dec dez dic gru ara дек",
].map((names) => names.split(" ").map(foldLetters));

/**
 * Parses a date: `2024-03-15`, `2024-03-15T10:00:00Z`, `2024/03/15`, `Mar 15, 2024, 10:00`,
 * `15-Mar-2024`, `15. März 2024`, `2024年3月15日`, `令和6年3月15日`, an Excel serial number, or two
 * numbers and a year. Without `order`, these are read month first, or day first if the first number
 * cannot be a month.
 *
 * @returns epoch ms; UTC if the text has no zone, midnight if it has no time. Null for any other
 *   text, and for dates that do not exist
 */
export function parseDate(text: string, order?: DateOrder): number | null {
  const trimmed = plainDate(text);
  if (EXCEL_SERIAL.test(trimmed)) {
    // Excel's fraction of a day represents a second with an error of about 1e-5 s.
    return Math.round((Number(trimmed) - EXCEL_EPOCH_DAYS) * (DAY_MS / 1_000)) * 1_000;
  }
  const cjk = CJK.exec(trimmed);
  if (cjk) return dayAndTime(utcDay(Number(cjk[1]), Number(cjk[2]), Number(cjk[3])), cjk[4]);
  const iso = YEAR_FIRST.exec(trimmed);
  if (iso) return dayAndTime(utcDay(Number(iso[1]), Number(iso[3]), Number(iso[4])), iso[5]);
  const shown = SHOWN.exec(trimmed);
  if (shown) {
    const day = utcDay(Number(shown[3]), monthNamed(shown[1]), Number(shown[2]));
    return dayAndTime(day, shown[4]);
  }
  const named = DAY_AND_NAME.exec(trimmed);
  if (named) {
    const day = utcDay(Number(named[4]), monthNamed(named[3]), Number(named[1]));
    return dayAndTime(day, named[5]);
  }
  const numbers = NUMBERS.exec(trimmed);
  if (!numbers) return null;
  const [first, second, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[4])];
  const dayFirst = order === undefined ? first > 12 : order === "dmy";
  const day = dayFirst ? utcDay(year, second, first) : utcDay(year, first, second);
  return dayAndTime(day, numbers[5]);
}

/** Digits of any script are 0 to 9, full-width separators plain ones. */
function plainDate(text: string): string {
  return asciiForms(text)
    .trim()
    .replace(YEAR_SUFFIX, "")
    .replace(CJK_WEEKDAY, "")
    .replace(ERA, (_, era: string, year: string) => {
      return `${(BEFORE_ERA[era] ?? 0) + (year === "元" ? 1 : Number(year))}年`;
    });
}

/**
 * Returns the number of the month with this name, 0 if there is none. The longest matching prefix
 * decides: `juin` is June, `juil` July.
 */
function monthNamed(name = ""): number {
  const plain = foldLetters(name);
  const beginnings = MONTHS.flatMap((names, index) =>
    names.filter((each) => plain.startsWith(each)).map((each) => ({ index, length: each.length })),
  ).toSorted((one, other) => other.length - one.length);
  return (beginnings[0]?.index ?? -1) + 1;
}

function utcDay(year: number, month: number, day: number): number | null {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day); // Date.UTC maps the years 0 to 99 to 1900 to 1999
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : null;
}

function dayAndTime(day: number | null, time: string | undefined): number | null {
  if (day === null || time === undefined) return day;
  const found = TIME.exec(time.trim());
  const zone = found && ZONE.exec(found[6] ?? "");
  if (!found || !zone) return null;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  const half = found[5]?.toLowerCase();
  if (minute > 59 || second > 59 || hour > 23) return null;
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const hours = half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0);
  const ms = Math.round(Number(found[4] ?? 0) * 1_000);
  const ahead = (Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0)) * (zone[1] === "-" ? -1 : 1);
  return day + ((hours * 60 + minute - ahead) * 60 + second) * 1_000 + ms;
}

const FIRST_LIKELY_YEAR = 1980;

/**
 * Returns the year of a date that is implausible for receiving a device: before 1980, or after next
 * year. Null for any other date, and for none.
 */
export function unlikelyYearOf(at: number | undefined, now: number): number | null {
  if (at === undefined || Number.isNaN(at)) return null;
  const year = new Date(at).getUTCFullYear();
  const isLikely = FIRST_LIKELY_YEAR <= year && year <= new Date(now).getUTCFullYear() + 1;
  return isLikely ? null : year;
}

/** The order of the numbers in one column's dates. */
export type ColumnOrder =
  /** No date in the column depends on the order. */
  | { readonly kind: "none" }
  | { readonly kind: "known"; readonly order: DateOrder }
  /** Both orders fit every date; `example` is a different day in each. */
  | { readonly kind: "either"; readonly example: string }
  /** Neither order fits every date. */
  | { readonly kind: "mixed"; readonly dayFirst: string; readonly monthFirst: string };

/** Infers the order from all dates of a column: a single `25/12/2024` decides it. */
export function dateOrderOf(texts: Iterable<string>): ColumnOrder {
  let dayFirst: string | null = null;
  let monthFirst: string | null = null;
  let example: string | null = null;
  for (const text of texts) {
    const [first, second] = dayAndMonth(text);
    if (first === second) continue;
    if (first > 12 && second <= 12) dayFirst ??= text;
    else if (second > 12 && first <= 12) monthFirst ??= text;
    else if (first <= 12) example ??= text;
  }
  if (dayFirst !== null && monthFirst !== null) return { kind: "mixed", dayFirst, monthFirst };
  if (dayFirst !== null) return { kind: "known", order: "dmy" };
  if (monthFirst !== null) return { kind: "known", order: "mdy" };
  return example === null ? { kind: "none" } : { kind: "either", example };
}

/** True for a date that is a different day depending on the order. */
export function isAmbiguousDate(text: string): boolean {
  return dateOrderOf([text]).kind === "either";
}

/**
 * Returns the two numbers before the year; two equal numbers if the text does not depend on the
 * order.
 */
function dayAndMonth(text: string): [number, number] {
  const numbers = NUMBERS.exec(plainDate(text));
  return numbers ? [Number(numbers[1]), Number(numbers[3])] : [0, 0];
}
