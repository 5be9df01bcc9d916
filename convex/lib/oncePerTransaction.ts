import type { QueryCtx } from "../_generated/server";

/**
 * Memoizes a database read per transaction: later calls return the first call's result, which is
 * already in the read set. For small, usually empty tables that every step on a sample consults
 * several times.
 *
 * @returns the memoized read; call its `forget` in a transaction that changes the data
 */
export function oncePerTransaction<Result>(read: (ctx: QueryCtx) => Promise<Result>) {
  const results = new WeakMap<QueryCtx["db"], Promise<Result>>();
  const readOnce = (ctx: QueryCtx): Promise<Result> => {
    const known = results.get(ctx.db) ?? read(ctx);
    results.set(ctx.db, known);
    return known;
  };
  return Object.assign(readOnce, { forget: ({ db }: QueryCtx) => void results.delete(db) });
}
