/** Functions that run the database operations in their arguments, and return the results. */

import { makeFunctionReference } from "convex/server";
import { ConvexError, v, type GenericId, type Value } from "convex/values";
import { mutation, query } from "./builders";

const nestedInsert = makeFunctionReference<"mutation", { name: string }, string>("nested:insert");

type Id = GenericId<"values">;
type Fields = Record<string, Value | undefined>;

/** What a script may do. A document is named by its number among `ids` and those inserted. */
export type Step =
  | { do: "insert"; value: Value }
  | { do: "insertOdd"; odd: string }
  | { do: "patchOdd" | "replaceOdd"; at: number; odd: string }
  | { do: "get" | "change" | "delete"; at: number }
  | { do: "patch" | "replace"; at: number; value: Value }
  | { do: "read"; how: "collect" | "first" | "unique" | "iterate" | "paginate" | "twice" }
  | { do: "take"; count: number; where: Value };

/** Values that no client can send. */
const ODD: Record<string, () => unknown> = {
  undefined: () => undefined,
  undefinedField: () => ({ a: 1, b: undefined }),
  undefinedElement: () => ({ list: [1, undefined] }),
  hole: () => ({ list: Array(2) }),
  dollar: () => ({ $a: 1 }),
  dollarInside: () => ({ a: { $integer: "AAAAAAAAAAA=" } }),
  proto: () => JSON.parse('{"a":1,"__proto__":{"b":2},"c":{"__proto__":{"d":3}}}') as unknown,
  protoOfBigint: () => ({ n: 1n, ...(JSON.parse('{"__proto__":{"x":1}}') as object) }),
  protoInBigint: () => ({ n: 1n, o: JSON.parse('{"__proto__":{"x":1}}') as object }),
  nullPrototype: () => Object.assign(Object.create(null) as object, { b: 1, a: 2 }),
  class: () => ({ date: new Date(0) }),
  map: () => ({ map: new Map([[1, 2]]) }),
  set: () => ({ set: new Set([1]) }),
  function: () => ({ f: () => 1 }),
  largeBigint: () => ({ n: 2n ** 64n }),
  emptyName: () => ({ "": 1 }),
  nonAsciiName: () => ({ é: 1 }),
  controlName: () => ({ "a\n": 1 }),
  longName: () => ({ ["n".repeat(2_000)]: 1 }),
  underscore: () => ({ _hidden: 1 }),
  numericNames: () => ({ b: 1, 10: 2, 9: 3 }),
  unsorted: () => ({ z: 1, Z: 2, a: 3, _id: undefined }),
  special: () => ({ list: [NaN, -0, Infinity, -Infinity, 0, 1.5, Number.MAX_VALUE] }),
  strings: () => ({ a: "$5", b: '"$', c: "\ud800", d: "\u2028", e: '{"$integer":"x"}' }),
  deep: () => Array.from({ length: 20 }).reduce((inner) => ({ inner }), 1),
};
export const ODD_NAMES = Object.keys(ODD);

export const run = mutation({
  args: { steps: v.any(), ids: v.optional(v.array(v.id("values"))) },
  handler: async (ctx, { steps, ids: earlier = [] }) => {
    const ids: Id[] = [...earlier];
    const seen: unknown[] = [];
    const idAt = (at: number): Id => ids[at % Math.max(1, ids.length)] ?? ("none" as Id);
    const insert = async (value: unknown) =>
      void ids.push(await ctx.db.insert("values", value as Fields));
    const perform = async (step: Step): Promise<unknown> => {
      switch (step.do) {
        case "insert":
          return await insert(step.value);
        case "insertOdd":
          return await insert(ODD[step.odd]!());
        case "patchOdd":
          return await ctx.db.patch(idAt(step.at), ODD[step.odd]!() as Fields);
        case "replaceOdd":
          return await ctx.db.replace(idAt(step.at), ODD[step.odd]!() as Fields);
        case "get":
          return await ctx.db.get(idAt(step.at));
        case "change": {
          // Changing a document that was read must not change what is stored.
          const before = await ctx.db.get(idAt(step.at));
          const text = String(JSON.stringify(before, (_key, value: unknown) => String(value)));
          if (before) spoil(before);
          return [text, before, await ctx.db.get(idAt(step.at))];
        }
        case "patch":
          return await ctx.db.patch(idAt(step.at), withoutMarked(step.value as Fields));
        case "replace":
          return await ctx.db.replace(idAt(step.at), step.value as Fields);
        case "delete":
          return await ctx.db.delete(idAt(step.at));
        case "read":
          return await read(step.how);
        case "take":
          return await ctx.db
            .query("values")
            .filter((q) => q.eq(q.field("a"), step.where))
            .take(step.count);
      }
    };
    const read = async (how: (Step & { do: "read" })["how"]) => {
      const rows = ctx.db.query("values").order("desc");
      switch (how) {
        case "collect":
        case "first":
        case "unique":
          return await rows[how]();
        case "paginate":
          return (await rows.paginate({ numItems: 2, cursor: null })).page;
        case "twice":
          await rows.collect();
          return await rows.collect();
        case "iterate": {
          const two: unknown[] = [];
          for await (const row of rows) if (two.push(row) === 2) break;
          return two;
        }
      }
    };
    for (const step of steps as Step[]) {
      try {
        seen.push((await perform(step)) ?? "nothing");
      } catch (error) {
        seen.push(error instanceof ConvexError ? { data: error.data as Value } : String(error));
      }
    }
    return { ids, seen };
  },
});

export const all = query({ args: {}, handler: (ctx) => ctx.db.query("values").collect() });

/** Inserts, lists and patches at the same time as a nested mutation runs. */
export const atOnce = mutation({
  args: { value: v.any() },
  handler: async (ctx, { value }) => {
    const id = await ctx.db.insert("values", value as Record<string, never>);
    const { runMutation, db } = ctx;
    const [nested, found, listed] = await Promise.all([
      runMutation(nestedInsert, { name: "at once" }),
      db.get(id),
      db.query("values").take(2),
      db.patch(id, { patched: true }),
    ]);
    return [typeof nested, found, listed.length, await db.get(id)];
  },
});

/** Changes every object and array in a value. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return;
  for (const inner of Object.values(value)) spoil(inner);
  if (Array.isArray(value)) value.push("spoiled");
  else Object.assign(value, { spoiled: true });
}

/** A client cannot send undefined, so "unset" stands for it. */
const withoutMarked = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === "unset" ? undefined : value]),
  );
