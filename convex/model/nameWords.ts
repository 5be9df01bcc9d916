import { wordsOf } from "../../domain/fold";
import { matchWordPrefixes, searchWords } from "../../domain/nameSearch";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** The only writer of `nameWords`: what people whom a sample may be handed to are found by. */

/** Rows of one search that are looked at: only a word that begins more people's names hides somebody. */
const MAX_LOOKED_AT = 200;

/**
 * Makes a person's rows what their record now says; in the transaction that changes their name or status.
 * People who cannot be handed a sample have none: nobody can crowd others out with sign-ups that were
 * never verified. Writes nothing when all is well.
 */
export async function refresh(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  const words = user?.isActive ? searchWords(user) : [];
  const name = words.join(" ");
  const rows = await ctx.db
    .query("nameWords")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .collect(); // a few: see searchWords
  if (rows.length === words.length && rows.every((row) => row.name === name)) return;
  for (const { _id } of rows) await ctx.db.delete("nameWords", _id);
  for (const word of words) await ctx.db.insert("nameWords", { word, name, userId });
}

/**
 * At most `max` people of whose name each word of `typed` begins one. Reads one range, of the longest word.
 */
export async function find(ctx: QueryCtx, typed: string, max: number): Promise<Doc<"users">[]> {
  const [longest] = wordsOf(typed).sort((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  const rows = await ctx.db
    .query("nameWords")
    .withIndex("by_word", (q) => q.gte("word", longest).lt("word", prefixEnd(longest)))
    .take(MAX_LOOKED_AT);
  const matching = rows.filter(({ name }) => matchWordPrefixes(name.split(" "), typed));
  const userIds = [...new Set(matching.map(({ userId }) => userId))].slice(0, max);
  const people = await Promise.all(userIds.map((id) => ctx.db.get("users", id)));
  return people.filter((user) => user !== null);
}

/** The least text that sorts after everything beginning with `prefix`; U+10FFFF is no character. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
