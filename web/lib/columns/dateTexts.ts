import { formatDateTime } from "#domain/common/dates";
import { DAY_MS } from "#domain/common/durations";
import { fold } from "#domain/common/fold";
import { mayBeInDate } from "#domain/tables/tableFilters";

const DAY_S = 86_400;
/** Time zones had offsets with odd seconds until 1972. */
const FIRST_REGULAR = Date.UTC(1973, 0, 1);

/** A date as displayed: the code of its day's text, and the second of that day. */
type SeenDate = { readonly day: number; readonly second: number };

/** Represents an absent date: a day with an empty text, and a second that no clock shows. */
export const NEVER: SeenDate = { day: 0, second: DAY_S };

/** Whether a search word occurs in the text of each day (by code) and of each second. */
type DateWord = { readonly days: Uint8Array; readonly seconds: Uint8Array };

/**
 * The displayed texts of dates in one time zone, split so that a search word is tested once for
 * each day and each second of a day. `Nov 21, 2026, 14:05:09` is the day `Nov 21, 2026,` (code 1,
 * if it was the first) and the second 50,709. Words contain no spaces, so none spans both.
 *
 * `formatDateTime` takes about 2 µs, and a table of 100,000 rows has 800,000 dates. So it is called
 * only for the first and the last second of each UTC day; if the clock ran evenly between them, the
 * others are derived by addition. Days with a clock change, and dates before 1973, are formatted
 * individually.
 */
export class DateTexts {
  readonly #timeZone: string | undefined;
  readonly #utcDays = new Map<number, UtcDay>();
  readonly #codeOf = new Map<string, number>();
  readonly #folded: string[] = [""];
  #last: { readonly word: string; readonly dayCount: number; readonly found: DateWord } | null =
    null;

  /** @param timeZone default: the local time zone */
  constructor(timeZone?: string) {
    this.#timeZone = timeZone;
  }

  /** @param at epoch ms */
  see(at: number): SeenDate {
    const start = Math.floor(at / DAY_MS) * DAY_MS;
    let utcDay = this.#utcDays.get(start);
    if (utcDay === undefined) this.#utcDays.set(start, (utcDay = this.#readDay(start)));
    if (!utcDay.isEven) return this.#format(at);
    const second = utcDay.first.second + Math.floor((at - start) / 1_000);
    return second < DAY_S
      ? { day: utcDay.first.day, second }
      : { day: utcDay.lastDay, second: second - DAY_S };
  }

  /** Returns where the folded `word` occurs; null if a search does not look for it in dates. */
  find(word: string): DateWord | null {
    if (!mayBeInDate(word)) return null;
    const dayCount = this.#folded.length;
    if (this.#last?.word !== word || this.#last.dayCount !== dayCount) {
      const days = Uint8Array.from(this.#folded, (text) => Number(text.includes(word)));
      this.#last = { word, dayCount, found: { days, seconds: secondsWith(word) } };
    }
    return this.#last.found;
  }

  #readDay(start: number): UtcDay {
    const first = this.#format(start);
    const last = this.#format(start + DAY_MS - 1);
    const isRegular = start >= FIRST_REGULAR && (first.second + DAY_S - 1) % DAY_S === last.second;
    return { first, lastDay: last.day, isEven: isRegular };
  }

  #format(at: number): SeenDate {
    const text = formatDateTime(at, this.#timeZone);
    const [, day, hours, minutes, seconds] = /^(.*) (\d\d):(\d\d):(\d\d)$/.exec(text) ?? [];
    if (day === undefined) throw new Error(`A date's text does not end with its time: ${text}`);
    const second = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    return { day: this.#codeFor(day), second };
  }

  #codeFor(day: string): number {
    let code = this.#codeOf.get(day);
    if (code === undefined) {
      code = this.#folded.push(fold(day)) - 1;
      this.#codeOf.set(day, code);
    }
    return code;
  }
}

/** A UTC day. `isEven`: local time has no change from its first second to its last. */
type UtcDay = { readonly first: SeenDate; readonly lastDay: number; readonly isEven: boolean };

/** Every time of a day, `00:00:00\n00:00:01\n…`: 0.8 MB, created at the first search of a date. */
let clock: string | null = null;
const CLOCK_STEP = "00:00:00\n".length;

/**
 * Returns for each second of a day whether its time contains `word`; 0 for the second of `NEVER`.
 */
function secondsWith(word: string): Uint8Array {
  const found = new Uint8Array(DAY_S + 1);
  clock ??= Array.from({ length: DAY_S }, (_, second) => timeText(second)).join("");
  for (let at = clock.indexOf(word); at >= 0;) {
    const second = Math.floor(at / CLOCK_STEP);
    found[second] = 1;
    at = clock.indexOf(word, (second + 1) * CLOCK_STEP);
  }
  return found;
}

function timeText(second: number): string {
  const parts = [Math.floor(second / 3_600), Math.floor(second / 60) % 60, second % 60];
  return `${parts.map((part) => String(part).padStart(2, "0")).join(":")}\n`;
}
