import { wordsOf } from "#domain/common/fold";
import { matchWordPrefixes, searchWords } from "#domain/people/nameSearch";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** The only writer of `nameWords`, the words by which recipients are found. */

/**
 * Rows that one search reads. A word that begins the names of more people may hide some of them.
 */
const MAX_LOOKED_AT = 200;

/**
 * Brings a person's rows up to date, in the transaction that changes their name or status. People
 * who cannot be handed a sample have no rows, so sign-ups that are never verified crowd nobody out.
 * Writes nothing when the rows are right.
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
 * Returns at most `max` people in whose name each word of `typed` begins a word. Reads one range,
 * that of the longest word.
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

/**
 * Returns the smallest text that sorts after everything beginning with `prefix`; U+10FFFF is no
 * character.
 */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
