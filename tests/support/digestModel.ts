/**
 * A naive model of the daily reminders: every moment at which a person must be reminded of what
 * waits for them, regardless of crashes.
 */
import { DAY_MS } from "#domain/common/durations";

const HOUR_MS = DAY_MS / 24;
/** Hour of a digest in its reader's zone. */
const MORNING = 8;

/**
 * A person whose answer is requested. `days`: days until a request to them is overdue; `every`:
 * days between reminders.
 */
export type Asked = {
  readonly email: string;
  readonly zone: string;
  readonly days: number;
  readonly every: number;
};

/** A transfer that waited from `since` until `until`, epoch ms. */
export type Request = {
  readonly serial: string;
  readonly to: Asked;
  readonly since: number;
  until: number;
};

/** Hour formatters by zone: creating one is slow. */
const hours = new Map<string, Intl.DateTimeFormat>();

function hourIn(timeZone: string, at: number): number {
  let hour = hours.get(timeZone);
  if (hour === undefined) {
    hour = new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", hourCycle: "h23" });
    hours.set(timeZone, hour);
  }
  return Number(hour.format(at));
}

/** Returns the first 08:00 after `after`, found by trying every half hour. */
export function nextMorning(zone: string, after: number): number {
  let at = Math.floor(after / (HOUR_MS / 2)) * (HOUR_MS / 2);
  do at += HOUR_MS / 2;
  while (hourIn(zone, at) !== MORNING || hourIn(zone, at - 1) === MORNING);
  return at;
}

/** Returns every moment at which the person asked is reminded. */
function remindersOf({ to, since, until }: Request): number[] {
  const moments: number[] = [];
  for (let at = since + to.days * DAY_MS; at <= until; at += to.every * DAY_MS) {
    moments.push(at);
    if (to.every === 0) break;
  }
  return moments;
}

/** True if a reminder is due after `after` until `until`, and the request still waits then. */
function isTold(request: Request, after: number, until: number): boolean {
  if (request.until <= until) return false;
  return remindersOf({ ...request, until }).some((at) => at > after);
}

export class DigestModel {
  readonly requests: Request[] = [];
  readonly #people: readonly Asked[];
  /** Moments at which each person's digests ran, by e-mail; the first is the start. */
  readonly #runs: Map<string, number[]>;
  readonly #due: Map<string, number>;

  /** @param start epoch ms; reminders due in the day before it are included */
  constructor(people: readonly Asked[], start: number) {
    this.#people = people;
    this.#runs = new Map(people.map(({ email }) => [email, [start - DAY_MS]]));
    this.#due = new Map(people.map(({ email, zone }) => [email, nextMorning(zone, start)]));
  }

  /** Records a run at `now` for everyone who is due. @returns how many */
  ran(now: number): number {
    const due = this.#people.filter(({ email }) => (this.#due.get(email) ?? 0) <= now);
    for (const { email, zone } of due) {
      const at = this.#due.get(email) ?? now;
      const isSameDay = now - at < 12 * HOUR_MS;
      this.#runs.get(email)?.push(now);
      this.#due.set(email, nextMorning(zone, (isSameDay ? at : now) + 23 * HOUR_MS - 1));
    }
    return due.length;
  }

  /** Returns a line per sample in each mail to be sent: who, when, which. */
  remindersInMails(): string[] {
    return this.requests.flatMap((request) => {
      const { email } = request.to;
      const runs = this.#runs.get(email) ?? [];
      const told = runs.slice(1).filter((until, index) => isTold(request, runs[index] ?? 0, until));
      return told.map((until) => `${email} ${until} ${request.serial}`);
    });
  }

  /** Returns the serial number of each request that a run found waiting one repetition too long. */
  escalations(): string[] {
    return this.requests.flatMap(({ to, since, until, serial }) => {
      const at = since + (to.days + Math.max(1, to.every)) * DAY_MS;
      const run = this.#runs.get(to.email)?.find((each) => each >= at);
      return run !== undefined && run < until ? [serial] : [];
    });
  }
}
