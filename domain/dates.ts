const DAY_MS = 86_400_000;

/**
 * Dates are shown in en-US with a short month and a 24-hour clock. `timeZone`: the reader's own
 * when left out.
 */
function formatter(options: Intl.DateTimeFormatOptions, timeZone?: string) {
  return new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "short",
    day: "numeric",
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}

/**
 * Formatters by kind and time zone: making one costs about 50 µs, and a table formats thousands of
 * cells.
 */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(at: number, kind: string, options: Intl.DateTimeFormatOptions, timeZone?: string) {
  const key = `${kind} ${timeZone ?? ""}`;
  let found = formatters.get(key);
  if (found === undefined) formatters.set(key, (found = formatter(options, timeZone)));
  return found.format(at);
}

/** `Mar 15, 2024`. @param at epoch ms */
export function formatDate(at: number, timeZone?: string): string {
  return format(at, "date", {}, timeZone);
}

/** `Mar 15, 2024, 14:05:09`, for tables. */
export function formatDateTime(at: number, timeZone?: string): string {
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return format(at, "time", time, timeZone);
}

/** `Mar 15, 2024, 14:05`, for sentences. */
export function formatMinute(at: number, timeZone?: string): string {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return format(at, "minute", time, timeZone);
}

/**
 * A date as Excel stores it, in days since 1899-12-30; 1 is 1900-01-01 of its calendar. The pattern
 * covers the years 1954 to 2119.
 */
const EXCEL_SERIAL = /^[2-7]\d{4}(\.\d+)?$/;
const EXCEL_EPOCH_DAYS = 25_569;

/**
 * Reads a date as people's files write it: `2024-03-15`, `2024-03-15T10:00:00Z`, `03/15/2024`
 * (month first), `15/03/2024` where no month could be 15, or Excel's day number.
 *
 * @returns epoch ms, UTC midnight unless a time is given; null for anything else, and for days that
 *   no calendar has
 */
export function parseDate(text: string): number | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})([T ].+)?$/.exec(trimmed);
  if (iso) {
    const day = utcDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    if (day === null || iso[4] === undefined) return day;
    const at = Date.parse(trimmed.replace(" ", "T"));
    return Number.isNaN(at) ? null : at;
  }
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(trimmed);
  if (slashed) {
    const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])];
    return first > 12 ? utcDay(year, second, first) : utcDay(year, first, second);
  }
  if (EXCEL_SERIAL.test(trimmed)) {
    return Math.round((Number(trimmed) - EXCEL_EPOCH_DAYS) * DAY_MS);
  }
  return null;
}

function utcDay(year: number, month: number, day: number): number | null {
  const at = Date.UTC(year, month - 1, day);
  const back = new Date(at);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? at : null;
}
