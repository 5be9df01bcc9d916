import type { QueryCtx } from "../_generated/server";

/**
 * Makes a read of the database that runs once in each transaction: later calls get the first one's
 * result, which is in the read set already. For small tables that every step of a sample asks
 * several times, and nearly always in vain.
 *
 * @returns the read; call its `forget` in a transaction that changes what was read
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
