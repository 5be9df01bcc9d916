import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { MAX_NAMES, nameFromEmail } from "#domain/people/people";

export type Named = {
  /** The person's own name, else one made of the address. */
  readonly name: string;
  /** Empty: no photo. */
  readonly photoURL: string;
};

/** Components that mount within this time share a query, ms: those of one screen do. */
const COLLECT_MS = 20;
/** With more queries than this, what is on screen is gathered into as few as possible. */
const MAX_BATCHES = 6;

type Batch = { readonly emails: ReadonlySet<string>; readonly stop: () => void };

/**
 * Names and photos of the people on screen. Addresses are asked for in batches, live for as long as
 * a component of theirs is on screen; a name once learned is shown at once afterwards, on any
 * screen.
 */
export class PeopleStore {
  readonly #client: Pick<ConvexReactClient, "watchQuery">;
  readonly #known = new Map<string, Named>();
  /** The components that show each address. */
  readonly #listeners = new Map<string, Set<() => void>>();
  #batches: Batch[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Pick<ConvexReactClient, "watchQuery">) {
    this.#client = client;
  }

  /** The same object until the person's name or photo changes. */
  get(email: string): Named {
    const known = this.#known.get(email);
    if (known !== undefined) return known;
    const unknown = { name: nameFromEmail(email), photoURL: "" };
    this.#known.set(email, unknown);
    return unknown;
  }

  /** Calls `onChange` when the person's name or photo changes; from then on it is asked for. */
  subscribe(email: string, onChange: () => void): () => void {
    const listeners = this.#listeners.get(email) ?? new Set();
    this.#listeners.set(email, listeners.add(onChange));
    if (!this.#batches.some(({ emails }) => emails.has(email))) this.#askSoon();
    return () => {
      listeners.delete(onChange);
      if (listeners.size === 0) this.#listeners.delete(email);
    };
  }

  /** Forgets everybody: somebody else looks at this page now. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { stop } of this.#batches) stop();
    this.#batches = [];
    this.#known.clear();
    if (this.#listeners.size > 0) this.#askSoon();
  }

  #askSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#ask();
    }, COLLECT_MS);
  }

  /** Asks for the addresses on screen that no query covers, and ends queries of none of them. */
  #ask(): void {
    const isOnScreen = ({ emails }: Batch) =>
      [...emails].some((email) => this.#listeners.has(email));
    const kept = this.#batches.filter(isOnScreen);
    const isCrowded = kept.length >= MAX_BATCHES;
    const left = isCrowded ? [] : kept;
    const missing = [...this.#listeners.keys()].filter(
      (email) => !left.some(({ emails }) => emails.has(email)),
    );
    const ended = this.#batches.filter((batch) => !left.includes(batch));
    this.#batches = [...left, ...chunks(missing, MAX_NAMES).map((chunk) => this.#watch(chunk))];
    for (const { stop } of ended) stop();
  }

  #watch(emails: readonly string[]): Batch {
    const watch = this.#client.watchQuery(api.people.names, { emails: [...emails] });
    const learn = () => this.#learn(emails, resultOf(watch));
    const stop = watch.onUpdate(learn);
    learn();
    return { emails: new Set(emails), stop };
  }

  #learn(emails: readonly string[], answer: readonly Answered[] | undefined): void {
    if (answer === undefined) return;
    const found = new Map(answer.map((person) => [person.email, person]));
    for (const email of emails) {
      const before = this.get(email);
      const person = found.get(email);
      const name = person?.displayName || nameFromEmail(email);
      const photoURL = person?.photoURL ?? "";
      if (before.name === name && before.photoURL === photoURL) continue;
      this.#known.set(email, { name, photoURL });
      for (const notify of this.#listeners.get(email) ?? []) notify();
    }
  }
}

type Answered = { email: string; displayName: string; photoURL: string };

/**
 * Undefined until the server has answered, and when it refused: the screen's own queries report a
 * session that ends, so names raise no error of their own.
 */
function resultOf(watch: { localQueryResult: () => Answered[] | undefined }) {
  try {
    return watch.localQueryResult();
  } catch {
    return undefined;
  }
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

const stores = new WeakMap<object, PeopleStore>();

/** Returns the store of a client: one for the whole page, toasts included. */
export function peopleStoreOf(client: Pick<ConvexReactClient, "watchQuery">): PeopleStore {
  const store = stores.get(client) ?? new PeopleStore(client);
  stores.set(client, store);
  return store;
}
