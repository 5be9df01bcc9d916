import type { FunctionReference } from "convex/server";
import type { QueryWatcher } from "./livePages";

/** Shorter texts are not serial numbers. */
const MIN_IDENTIFIER = 4;

const NONE: readonly never[] = [];
const NOTHING = (): void => undefined;

type RowsQuery<Row> = FunctionReference<"query", "public", Record<string, unknown>, Row[]>;

/** Returns the query for the rows whose identifier is `text`, which the server reads by index. */
export type Identify<Row> = (text: string) => {
  readonly query: RowsQuery<Row>;
  readonly args: Readonly<Record<string, unknown>>;
};

/**
 * The rows whose identifier is the searched text, in any spelling. The server finds them
 * immediately, wherever they are in the list.
 *
 * While a search is being typed, one query runs at a time: the latest text follows once the server
 * has answered the earlier one.
 */
export class IdentifiedRows<Row> {
  readonly #watcher: QueryWatcher;
  readonly #identify: Identify<Row>;
  readonly #onChange: () => void;
  /** The text to look up; "" for none. */
  #wanted = "";
  /** The text of the current query; "" for none. */
  #asked = "";
  #isAnswered = false;
  #stop: () => void = NOTHING;
  /** The text that `rows` belong to: the last one that was answered, until the lookup ends. */
  text = "";
  rows: readonly Row[] = NONE;

  constructor(watcher: QueryWatcher, identify: Identify<Row>, onChange: () => void) {
    this.#watcher = watcher;
    this.#identify = identify;
    this.#onChange = onChange;
  }

  /** Looks `search` up; a text too short for an identifier ends the lookup. */
  lookUp(search: string): void {
    const text = search.trim();
    this.#wanted = text.length < MIN_IDENTIFIER ? "" : text;
    this.#proceed();
  }

  #proceed(): void {
    const text = this.#wanted;
    const isWaiting = this.#asked !== "" && !this.#isAnswered;
    if (text === this.#asked || (isWaiting && text !== "")) return;
    this.#stop();
    this.#stop = NOTHING;
    this.#asked = text;
    this.#isAnswered = false;
    if (text === "") this.#set(NONE);
    else this.#watch(text);
  }

  #watch(text: string): void {
    const { query, args } = this.#identify(text);
    const watch = this.#watcher.watchQuery(query, args);
    const read = () => {
      const rows = answerOf(watch);
      if (rows === undefined || text !== this.#asked) return;
      this.#isAnswered = true;
      if (text === this.#wanted) this.#set(rows);
      else this.#proceed();
    };
    this.#stop = watch.onUpdate(read);
    read();
  }

  #set(rows: readonly Row[]): void {
    this.text = this.#asked;
    if (rows.length === 0 && this.rows.length === 0) return;
    this.rows = rows;
    this.#onChange();
  }
}

/** Returns the rows; none if the server refuses, which the list's own query reports. */
function answerOf<Row>(watch: { localQueryResult: () => Row[] | undefined }) {
  try {
    return watch.localQueryResult();
  } catch {
    return NONE;
  }
}
