import type { PaginationOptions } from "convex/server";
import type { QueryWatcher } from "@/lib/tables/livePages";
import type { SampleRow } from "#domain/samples/compactRows";
import { compareInList } from "#domain/samples/lists";

/** Milliseconds from a change, or from a new watch, to the answer. */
const LATENCY_MS = 5;

/** Changes per answer, few enough that there are often several answers. */
const MAX_CHANGES = 6;
const SHARDS = 3;

type PageArgs = { readonly status: string; readonly paginationOpts: PaginationOptions };

type Place = { readonly runId: string; readonly heads: readonly number[] };
type ChangesArgs = { readonly since: Place | null; readonly watchId: number };

/** The last row of a page; null if the page reaches the end of its range. */
type PageEnd = SampleRow | null;

type Watch = { readonly answer: () => void };

/**
 * Live pages of samples, and the feed of their changes, as in a Convex client: a page keeps its
 * end, its journal passes that to a later watch, and all answers of one time arrive together. A
 * page that is watched again has its former answer until the next one arrives.
 */
export class FakeLivePages {
  readonly #rows = new Map<string, SampleRow>();
  readonly #watches = new Set<Watch>();
  readonly #answers = new Map<string, unknown>();
  /** The value of `list` after each change. */
  readonly moments: string[] = [];
  /** The id of each changed row, by shard. */
  readonly #changes = Array.from({ length: SHARDS }, (): string[] => []);
  #runId = 0;
  /** While true, the feed has no answer. */
  #isMoving = false;
  #isAnswering = false;

  constructor(rows: readonly SampleRow[]) {
    for (const row of rows) this.#rows.set(row._id, row);
    this.moments.push(this.list());
  }

  /** All rows of the list in its order, as text: those that are not Returned. */
  list(): string {
    const rows = [...this.#rows.values()].filter(({ status }) => status !== "Returned");
    return textOf(rows.sort(compare));
  }

  put(row: SampleRow): void {
    this.#rows.set(row._id, row);
    this.#changed(row._id);
  }

  delete(id: string): void {
    this.#rows.delete(id);
    this.#changed(id);
  }

  /** Restarts the deployment. */
  restart(): void {
    this.#runId += 1;
    this.#answerSoon();
  }

  /** Starts or ends an update of samples whose holder's supervisor changed. */
  move(isMoving: boolean): void {
    this.#isMoving = isMoving;
    this.#answerSoon();
  }

  readonly watcher: QueryWatcher = {
    watchQuery: ((
      _query: unknown,
      args: PageArgs | ChangesArgs,
      options: { journal?: string } = {},
    ) =>
      "since" in args
        ? this.#watchChanges(args)
        : this.#watchPage(args, options.journal)) as unknown as QueryWatcher["watchQuery"],
  };

  #watchChanges({ since }: ChangesArgs) {
    let result: unknown;
    return {
      onUpdate: (notify: () => void) =>
        this.#begin({
          answer: () => {
            result = structuredClone(this.#changesAfter(since));
            notify();
          },
        }),
      localQueryResult: () => result,
    };
  }

  #watchPage({ status, paginationOpts }: PageArgs, journal: string | undefined) {
    let end = journal === undefined ? undefined : (JSON.parse(journal) as PageEnd);
    const key = JSON.stringify([status, paginationOpts]);
    let result = this.#answers.get(key);
    return {
      onUpdate: (notify: () => void) =>
        this.#begin({
          answer: () => {
            const page = this.#page(status, paginationOpts, end);
            end = page.end;
            result = structuredClone(page.answer); // new objects, as after deserialization
            this.#answers.set(key, result);
            notify();
          },
        }),
      localQueryResult: () => result,
      journal: () => (end === undefined ? undefined : JSON.stringify(end)),
    };
  }

  #begin(watch: Watch): () => void {
    this.#watches.add(watch);
    this.#answerSoon();
    return () => {
      if (!this.#watches.delete(watch)) throw new Error("the watch has ended");
    };
  }

  #changesAfter(since: Place | null) {
    const present = this.#changes.map(({ length }) => length);
    const runId = String(this.#runId);
    if (this.#isMoving) return null;
    if (since === null)
      return { place: { runId, heads: present }, rows: [], left: [], isDone: true };
    if (since.runId !== runId) return null;
    const ids: string[] = [];
    const heads = this.#changes.map((changed, shard) => {
      const head = since.heads[shard]!;
      const next = changed.slice(head, head + MAX_CHANGES - ids.length);
      ids.push(...next);
      return head + next.length;
    });
    const rows = [...new Set(ids)].flatMap((id) => this.#rows.get(id) ?? []);
    const left = ids.filter((id) => !this.#rows.has(id));
    const isDone = heads.every((head, shard) => head === present[shard]);
    return { place: { runId, heads }, rows, left, isDone };
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

  #changed(id: string): void {
    this.#changes[this.moments.length % SHARDS]!.push(id);
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

/** The rows as text, which differs between two versions of a row. */
export const textOf = (rows: readonly SampleRow[]): string =>
  rows.map(({ _id, status, listDate, model }) => [_id, status, listDate, model].join()).join("\n");
