import { formatDateTime } from "#domain/common/dates";
import { DAY_MS } from "#domain/common/durations";
import { fold } from "#domain/common/fold";
import { mayBeInDate } from "#domain/tables/tableFilters";

const DAY_S = 86_400;
/** Zones had offsets with odd seconds until 1972. */
const FIRST_REGULAR = Date.UTC(1973, 0, 1);

/** A date as its reader sees it: the code of its day's text, and its second of that day. */
type SeenDate = { readonly day: number; readonly second: number };

/** Stands for no date: a day whose text is empty, and a second that no clock shows. */
export const NEVER: SeenDate = { day: 0, second: DAY_S };

/** Whether a word of a search occurs in the text of a day, by its code, and of a second. */
type DateWord = { readonly days: Uint8Array; readonly seconds: Uint8Array };

/**
 * The texts of dates as one reader sees them, split so that a word of a search is tested once for
 * each day and each second of a day. `Nov 21, 2026, 14:05:09` is the day `Nov 21, 2026,` (code 1,
 * if it came first) and the second 50,709. Words have no space, so none lies across the two.
 *
 * `formatDateTime` takes about 2 µs; a table of 100,000 rows has 800,000 dates. So it is asked for
 * the first and the last second of each UTC day only; if the clock ran evenly between them, the
 * others follow by addition. Days of a clock change, and dates before 1973, are formatted one by
 * one.
 */
export class DateTexts {
  readonly #timeZone: string | undefined;
  readonly #utcDays = new Map<number, UtcDay>();
  readonly #codeOf = new Map<string, number>();
  readonly #folded: string[] = [""];
  #last: { readonly word: string; readonly dayCount: number; readonly found: DateWord } | null =
    null;

  /** @param timeZone the reader's own when left out */
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

  /** Returns where the folded `word` occurs; null when a search does not look for it in dates. */
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

/** A day of UTC. `isEven`: the reader's clock ran evenly from its first second to its last. */
type UtcDay = { readonly first: SeenDate; readonly lastDay: number; readonly isEven: boolean };

/** Every time of a day, `00:00:00\n00:00:01\n…`: 0.8 MB, made at the first search for a date. */
let clock: string | null = null;
const CLOCK_STEP = "00:00:00\n".length;

/** Returns for each second of a day whether its time contains `word`; 0 for that of `NEVER`. */
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
