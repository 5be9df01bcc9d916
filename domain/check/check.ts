/**
 * Recounts all derived data from the samples themselves. The parts are read in short pages
 * (convex/model/check/check.ts), so other requests run in between and users can continue working.
 * Counts that look wrong are counted again before they are reported.
 */
import { NO_SAMPLES, STATUSES, type StatusCounts } from "../custody/statuses";

/** A stored count that differs from the samples. */
export type Drift = {
  /** A person's e-mail, "everybody", or "team of" a supervisor's e-mail. */
  whose: string;
  status: string;
  stored: number;
  counted: number;
};

export type CheckResult = { samples: number; drift: Drift[]; faults: string[] };

/** A person's number of samples in each status, either counted or stored. */
type Held = { readonly email: string; readonly counts: StatusCounts };

/** A page of one table; `cursor` is null in the last one. */
type Page<Content> = Content & { readonly cursor: string | null };
type ReadPage<Content> = (cursor: string | null) => Promise<Page<Content>>;

/** Reads the parts of a check. Each call takes at most about 25 ms of the server's thread. */
export type CheckReader = {
  readonly samples: ReadPage<{ samples: number; held: Held[]; faults: string[] }>;
  readonly identifiers: ReadPage<{ faults: string[] }>;
  readonly counters: ReadPage<{ counters: Held[] }>;
  /** Compares the totals with the sums of people's counts in one transaction. */
  readonly driftOfTotals: () => Promise<Drift[]>;
  /** Some of the samples that a person holds, with their stored counts at the same moment. */
  readonly heldBy: (
    email: string,
    cursor: string | null,
  ) => Promise<Page<{ counted: StatusCounts; stored: StatusCounts }>>;
};

/** Maximum number of faults listed in a result; further ones are only counted. */
const MAX_FAULTS = 1_000;

/** @param onSamples called with the number of samples checked since its last call */
export async function checkAll(
  reader: CheckReader,
  onSamples: (count: number) => void = () => undefined,
): Promise<CheckResult> {
  const faults = new Faults();
  const counted = new Map<string, StatusCounts>();
  let samples = 0;
  for await (const page of pagesOf(reader.samples)) {
    samples += page.samples;
    faults.add(page.faults);
    for (const { email, counts } of page.held) counted.set(email, sum(counted.get(email), counts));
    onSamples(page.samples);
  }
  for await (const page of pagesOf(reader.identifiers)) faults.add(page.faults);
  const suspects = new Set(counted.keys());
  for await (const { counters } of pagesOf(reader.counters)) {
    for (const { email, counts } of counters) {
      if (differs(counts, counted.get(email) ?? NO_SAMPLES)) suspects.add(email);
      else suspects.delete(email);
    }
  }
  const drift = await reader.driftOfTotals();
  for (const email of suspects) {
    const found = await driftOf(reader, email);
    if (found !== null) drift.push(...found);
    else faults.add([`figures for ${email} differ, or changed during the count`]);
  }
  return { samples, drift, faults: faults.list() };
}

class Faults {
  readonly #named: string[] = [];
  #others = 0;

  add(found: readonly string[]): void {
    const room = MAX_FAULTS - this.#named.length;
    this.#named.push(...found.slice(0, room));
    this.#others += Math.max(0, found.length - room);
  }

  list(): string[] {
    return this.#others === 0 ? this.#named : [...this.#named, `and ${this.#others} more faults`];
  }
}

/** Yields the pages that `read` returns, each from the cursor of the previous one. */
async function* pagesOf<Content>(read: ReadPage<Content>): AsyncGenerator<Page<Content>, void> {
  let cursor: string | null = null;
  do {
    const page: Page<Content> = await read(cursor);
    yield page;
    cursor = page.cursor;
  } while (cursor !== null);
}

/** Maximum number of recounts of a person whose samples take several pages. */
const MAX_ROUNDS = 10;

/**
 * Counts one person again. A single page is one transaction, so concurrent hand-overs cannot look
 * like drift. Several pages are recounted until one count agrees with the stored one, or two
 * consecutive counts differ from it in the same way. Returns null if neither happens.
 */
async function driftOf(reader: CheckReader, email: string): Promise<Drift[] | null> {
  let before: string | null = null;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pages = [];
    for await (const page of pagesOf((cursor) => reader.heldBy(email, cursor))) pages.push(page);
    const [first] = pages;
    if (first === undefined) throw new Error(`No page of the samples of ${email}`);
    const counted = pages.reduce((total, page) => sum(total, page.counted), { ...NO_SAMPLES });
    const drift = differences(email, first.stored, counted);
    if (pages.length === 1 || drift.length === 0) return drift;
    const isStill = !pages.some(({ stored }) => differs(stored, first.stored));
    const found = isStill ? JSON.stringify(drift) : null;
    if (found !== null && found === before) return drift;
    before = found;
  }
  return null;
}

function sum(left: Readonly<StatusCounts> = NO_SAMPLES, right: Readonly<StatusCounts>) {
  const counts = { ...left };
  for (const status of STATUSES) counts[status] += right[status];
  return counts;
}

function differs(stored: Readonly<StatusCounts>, counted: Readonly<StatusCounts>): boolean {
  return STATUSES.some((status) => stored[status] !== counted[status]);
}

/** Returns the statuses in which two counts of the same samples differ. */
export function differences(
  whose: string,
  stored: Readonly<StatusCounts>,
  counted: Readonly<StatusCounts>,
): Drift[] {
  return STATUSES.filter((status) => stored[status] !== counted[status]).map((status) => ({
    whose,
    status,
    stored: stored[status],
    counted: counted[status],
  }));
}
