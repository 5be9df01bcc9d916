import type { OptimisticLocalStore } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";

type Handler = (args: Record<string, unknown>) => unknown;
type MutationOptions = {
  optimisticUpdate?: (store: OptimisticLocalStore, args: Record<string, unknown>) => void;
};

/**
 * The part of ConvexReactClient that components use, with answers written down by a test: queries
 * answer at once and again after `answer`, mutations go to their handlers. To end a watch twice is
 * an error, as in Convex's client. For web tests only; what the server really does is tested in
 * tests/convex and tests/e2e.
 */
export class FakeConvex {
  readonly #handlers = new Map<string, Handler>();
  readonly #watchers = new Set<() => void>();
  readonly #results = new Map<string, unknown>();
  /** Every mutation and action sent, in order. */
  readonly sent: { name: string; args: Record<string, unknown> }[] = [];

  readonly #localStore: Pick<OptimisticLocalStore, "getQuery" | "setQuery"> = {
    getQuery: (query, ...[args = {}]) => this.#results.get(resultKey(getFunctionName(query), args)),
    setQuery: (query, args, value) => {
      this.#results.set(resultKey(getFunctionName(query), args), value);
      for (const notify of this.#watchers) notify();
    },
  };

  /** `undefined` stands for "not answered yet". */
  answer(name: string, handler: Handler): this {
    this.#handlers.set(name, handler);
    this.#results.clear();
    for (const notify of this.#watchers) notify();
    return this;
  }

  /** A paginated query that holds all its rows in one page. */
  answerPage(name: string, rows: (args: Record<string, unknown>) => readonly unknown[]): this {
    return this.answer(name, (args) => ({ page: rows(args), isDone: true, continueCursor: "" }));
  }

  watchQuery(query: FunctionReference<"query">, args: Record<string, unknown> = {}) {
    const name = getFunctionName(query);
    const known = resultKey(name, args);
    return {
      onUpdate: (notify: () => void) => {
        this.#watchers.add(notify);
        return () => {
          if (!this.#watchers.delete(notify)) throw new Error("the watch has ended");
          this.#results.delete(known); // a later watch is answered anew
        };
      },
      localQueryResult: () => {
        if (!this.#results.has(known)) {
          this.#results.set(known, this.#handlers.get(name)?.(args));
        }
        return this.#results.get(known);
      },
      journal: () => undefined,
    };
  }

  /** Sends at once; an optimistic update stays until the test answers its query anew. */
  mutation(
    mutation: FunctionReference<"mutation">,
    args: Record<string, unknown>,
    { optimisticUpdate }: MutationOptions = {},
  ) {
    const name = getFunctionName(mutation);
    this.sent.push({ name, args });
    optimisticUpdate?.(this.#localStore as OptimisticLocalStore, args);
    return Promise.resolve().then(() => this.#handlers.get(name)?.(args) ?? null);
  }

  action(action: FunctionReference<"action">, args: Record<string, unknown>) {
    const name = getFunctionName(action);
    this.sent.push({ name, args });
    return Promise.resolve().then(() => this.#handlers.get(name)?.(args) ?? null);
  }

  /** Asks once; a test may put its own function here. */
  query = (query: FunctionReference<"query">, args: Record<string, unknown>): Promise<unknown> =>
    Promise.resolve().then(() => this.#handlers.get(getFunctionName(query))?.(args));

  /** It never changes. */
  readonly subscribeToConnectionState = () => () => undefined;

  readonly connectionState = () => ({ isWebSocketConnected: true });

  readonly logger = console;

  /** Hooks ask for the class; they call no more of it than is here. */
  asClient(): ConvexReactClient {
    return this as unknown as ConvexReactClient;
  }
}

function resultKey(name: string, args: Record<string, unknown>): string {
  // Of a page, where it begins: its other options differ at each subscription.
  const told = Object.entries(args).map(([name, value]) =>
    name === "paginationOpts" ? [name, (value as { cursor: string | null }).cursor] : [name, value],
  );
  return `${name} ${JSON.stringify(told)}`;
}
