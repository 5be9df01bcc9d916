/** The only writer of `nameWords`, the search index over recipients' names. */
import { wordsOf } from "#domain/common/fold";
import { matchWordPrefixes, searchWords } from "#domain/people/nameSearch";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** Rows read per search. A prefix that matches more rows may hide some people. */
const MAX_LOOKED_AT = 200;

/**
 * Updates a person's rows in the transaction that changes their name or status. People who cannot
 * receive a sample have no rows, so unverified sign-ups do not push real recipients out of the
 * results. Writes nothing when the rows are up to date.
 */
export async function refresh(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  const words = user?.isActive ? searchWords(user) : [];
  const name = words.join(" ");
  const rows = await ctx.db
    .query("nameWords")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .collect(); // a few per person: see searchWords
  if (rows.length === words.length && rows.every((row) => row.name === name)) return;
  for (const { _id } of rows) await ctx.db.delete("nameWords", _id);
  for (const word of words) await ctx.db.insert("nameWords", { word, name, userId });
}

/**
 * Returns at most `max` people whose name has, for each word of `typed`, a word starting with it.
 * Reads one index range: the prefix range of the longest word.
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

/** Returns an upper bound for all texts that start with `prefix`: U+10FFFF is not a character. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
