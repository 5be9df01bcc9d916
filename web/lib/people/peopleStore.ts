import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { MAX_NAMES, nameFromEmail } from "#domain/people/people";

export type Named = {
  /** The person's display name, else one derived from the e-mail. */
  readonly name: string;
  /** Empty: no photo. */
  readonly photoURL: string;
};

/** Components that mount within this time share a query, ms: usually all of a screen. */
const COLLECT_MS = 20;
/**
 * With more queries than this, the e-mails on screen are merged into as few queries as possible.
 */
const MAX_BATCHES = 6;

type Batch = { readonly emails: ReadonlySet<string>; readonly stop: () => void };

/**
 * Names and photos of the people on screen. E-mails are queried in batches, live while a component
 * shows one of them; a known name is shown immediately on any later screen.
 */
export class PeopleStore {
  readonly #client: Pick<ConvexReactClient, "watchQuery">;
  readonly #known = new Map<string, Named>();
  /** Listeners of the components that show each e-mail. */
  readonly #listeners = new Map<string, Set<() => void>>();
  #batches: Batch[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Pick<ConvexReactClient, "watchQuery">) {
    this.#client = client;
  }

  /** Returns the same object until the person's name or photo changes. */
  get(email: string): Named {
    const known = this.#known.get(email);
    if (known !== undefined) return known;
    const unknown = { name: nameFromEmail(email), photoURL: "" };
    this.#known.set(email, unknown);
    return unknown;
  }

  /** Calls `onChange` when the person's name or photo changes, and queries them. */
  subscribe(email: string, onChange: () => void): () => void {
    const listeners = this.#listeners.get(email) ?? new Set();
    this.#listeners.set(email, listeners.add(onChange));
    if (!this.#batches.some(({ emails }) => emails.has(email))) this.#askSoon();
    return () => {
      listeners.delete(onChange);
      if (listeners.size === 0) this.#listeners.delete(email);
    };
  }

  /** Clears everything when another person signs in on this page. */
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

  /**
   * Queries e-mails on screen that no query covers, and ends queries whose e-mails have all left
   * it.
   */
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
 * Undefined until the server has answered, and if it refused: the screen's own queries report an
 * ended session, so names raise no error of their own.
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

/** Returns the store of a client: one per page, shared with its toasts. */
export function peopleStoreOf(client: Pick<ConvexReactClient, "watchQuery">): PeopleStore {
  const store = stores.get(client) ?? new PeopleStore(client);
  stores.set(client, store);
  return store;
}
