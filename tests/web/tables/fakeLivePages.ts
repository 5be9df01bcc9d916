import type { PaginationOptions } from "convex/server";
import type { QueryWatcher } from "@/lib/tables/livePages";
import type { SampleRow } from "../../../domain/compactRows";
import { compareInList } from "../../../domain/lists";

/** Milliseconds from a change, or from a new watch, to the answer. */
const LATENCY_MS = 5;

type PageArgs = { readonly status: string; readonly paginationOpts: PaginationOptions };

/** The last row of a page; null: the page reaches to the end of its range. */
type PageEnd = SampleRow | null;

type Watch = { readonly answer: () => void };

/**
 * Live pages of samples as a Convex client has them: a page keeps where it ends, its journal says
 * so to a later watch, and all answers of one moment come together. A page that is watched again
 * has its former answer until the next one comes.
 */
export class FakeLivePages {
  readonly #rows = new Map<string, SampleRow>();
  readonly #watches = new Set<Watch>();
  readonly #answers = new Map<string, unknown>();
  /** The answers of `list` after each change. */
  readonly moments: string[] = [];
  #isAnswering = false;

  constructor(rows: readonly SampleRow[]) {
    for (const row of rows) this.#rows.set(row._id, row);
    this.moments.push(this.list());
  }

  /** All rows in the order of the list, as text. */
  list(): string {
    return textOf([...this.#rows.values()].sort(compare));
  }

  put(row: SampleRow): void {
    this.#rows.set(row._id, row);
    this.#changed();
  }

  delete(id: string): void {
    this.#rows.delete(id);
    this.#changed();
  }

  readonly watcher: QueryWatcher = {
    watchQuery: ((_query: unknown, args: PageArgs, options: { journal?: string } = {}) =>
      this.#watch(args, options.journal)) as unknown as QueryWatcher["watchQuery"],
  };

  #watch({ status, paginationOpts }: PageArgs, journal: string | undefined) {
    let end = journal === undefined ? undefined : (JSON.parse(journal) as PageEnd);
    const key = JSON.stringify([status, paginationOpts]);
    let result = this.#answers.get(key);
    return {
      onUpdate: (notify: () => void) => {
        const watch = {
          answer: () => {
            const page = this.#page(status, paginationOpts, end);
            end = page.end;
            result = structuredClone(page.answer); // as from the wire: new objects
            this.#answers.set(key, result);
            notify();
          },
        };
        this.#watches.add(watch);
        this.#answerSoon();
        return () => {
          if (!this.#watches.delete(watch)) throw new Error("the watch has ended");
        };
      },
      localQueryResult: () => result,
      journal: () => (end === undefined ? undefined : JSON.stringify(end)),
    };
  }

  #page(status: string, { cursor, numItems }: PaginationOptions, end: PageEnd | undefined) {
    const range = [...this.#rows.values()].filter((row) => row.status === status).sort(compare);
    const start = cursor === null ? null : (JSON.parse(cursor) as SampleRow);
    const after = start === null ? range : range.filter((row) => compare(row, start) > 0);
    const isTo = (last: SampleRow) => (row: SampleRow) => compare(row, last) <= 0;
    const page =
      end === undefined ? after.slice(0, numItems) : end === null ? after : after.filter(isTo(end));
    const ends = end === undefined ? (after.length <= numItems ? null : page.at(-1)!) : end;
    const answer = { page, isDone: ends === null, continueCursor: JSON.stringify(ends) };
    return { end: ends, answer };
  }

  #changed(): void {
    this.moments.push(this.list());
    this.#answerSoon();
  }

  #answerSoon(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    setTimeout(() => {
      this.#isAnswering = false;
      for (const { answer } of [...this.#watches]) answer();
    }, LATENCY_MS);
  }
}

const compare = compareInList("transfer");

/** The rows as text, which differs for two versions of a row. */
export const textOf = (rows: readonly SampleRow[]): string =>
  rows.map(({ _id, status, listDate, model }) => [_id, status, listDate, model].join()).join("\n");
