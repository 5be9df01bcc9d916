import type { OptimisticLocalStore } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";

type Handler = (args: Record<string, unknown>) => unknown;
type MutationOptions = {
  optimisticUpdate?: (store: OptimisticLocalStore, args: Record<string, unknown>) => void;
};

/**
 * The subset of ConvexReactClient that components use, with answers written by a test: queries are
 * answered immediately and again after `answer`; mutations call their handlers. Ending a watch
 * twice is an error, as in Convex's client. For web tests only; tests/convex and tests/e2e test the
 * real server.
 */
export class FakeConvex {
  readonly #handlers = new Map<string, Handler>();
  readonly #watchers = new Set<() => void>();
  readonly #results = new Map<string, unknown>();
  /** Address of the deployment: by default, the one that serves the page, if there is a page. */
  url: string = typeof window === "undefined" ? "" : window.location.origin;
  /** Every mutation and action sent, in order. */
  readonly sent: { name: string; args: Record<string, unknown> }[] = [];

  readonly #localStore: Pick<OptimisticLocalStore, "getQuery" | "setQuery"> = {
    getQuery: (query, ...[args = {}]) => this.#results.get(resultKey(getFunctionName(query), args)),
    setQuery: (query, args, value) => {
      this.#results.set(resultKey(getFunctionName(query), args), value);
      for (const notify of this.#watchers) notify();
    },
  };

  /** `undefined` means "not answered yet". */
  answer(name: string, handler: Handler): this {
    this.#handlers.set(name, handler);
    this.#results.clear();
    for (const notify of this.#watchers) notify();
    return this;
  }

  /** Answers a paginated query with all rows in one page. */
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
          this.#results.delete(known); // a later watch gets a new answer
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

  /** Sends immediately; an optimistic update stays until the test answers its query again. */
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

  /** One-off query; a test may replace this function. */
  query = (query: FunctionReference<"query">, args: Record<string, unknown>): Promise<unknown> =>
    Promise.resolve().then(() => this.#handlers.get(getFunctionName(query))?.(args));

  /** The state never changes. */
  readonly subscribeToConnectionState = () => () => undefined;

  readonly connectionState = () => ({ isWebSocketConnected: true });

  readonly logger = console;

  /** Hooks require the class; they call no method that is missing here. */
  asClient(): ConvexReactClient {
    return this as unknown as ConvexReactClient;
  }
}

function resultKey(name: string, args: Record<string, unknown>): string {
  // A paginated query's other options differ at each subscription, so only the cursor counts.
  const told = Object.entries(args).map(([name, value]) =>
    name === "paginationOpts" ? [name, (value as { cursor: string | null }).cursor] : [name, value],
  );
  return `${name} ${JSON.stringify(told)}`;
}
