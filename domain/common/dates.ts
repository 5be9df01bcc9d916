/**
 * Dates are formatted in en-US with a short month and a 24-hour clock. `timeZone` defaults to the
 * local time zone.
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
 * Formatters by kind and time zone: creating one takes about 50 µs, and a table formats thousands
 * of cells.
 */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(at: number, kind: string, options: Intl.DateTimeFormatOptions, timeZone?: string) {
  const key = timeZone === undefined ? kind : `${kind} ${timeZone}`;
  let found = formatters.get(key);
  if (found === undefined) formatters.set(key, (found = formatter(options, timeZone)));
  return found.format(at);
}

/**
 * `Mar 15, 2024`.
 *
 * @param at epoch ms
 */
export function formatDate(at: number, timeZone?: string): string {
  return format(at, "date", {}, timeZone);
}

/** `Mar 15`, for axes. @param at epoch ms */
export function formatShortDate(at: number, timeZone?: string): string {
  return format(at, "short", { year: undefined }, timeZone);
}

/** `Mar 15, 2024, 14:05:09`, for tables. */
export function formatDateTime(at: number, timeZone?: string): string {
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return format(at, "time", time, timeZone);
}

/** `14:05`, for events of today. */
export function formatClock(at: number, timeZone?: string): string {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const none = { year: undefined, month: undefined, day: undefined };
  return format(at, "clock", { ...none, ...time }, timeZone);
}

/** `Mar 15, 2024, 14:05`, for sentences. */
export function formatMinute(at: number, timeZone?: string): string {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return format(at, "minute", time, timeZone);
}

/** True for a valid time zone name, for example `America/Sao_Paulo`. */
export function isTimeZone(name: string): boolean {
  try {
    formatDate(0, name);
    return true;
  } catch {
    return false;
  }
}
