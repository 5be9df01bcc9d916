import { wordsOf } from "../common/fold";

/** Finds people by name. The server's index and the browser's filter apply this one rule. */

/** Most words of a name and address that are searched; a name is at most 255 letters. */
const MAX_WORDS = 8;

type Person = { readonly displayName: string; readonly email: string };

/**
 * Returns the words that find a person: each word of their name, and of their address before the
 * `@`, once.
 */
export function searchWords({ displayName, email }: Person): string[] {
  const mailbox = email.slice(0, email.lastIndexOf("@"));
  return [...new Set(wordsOf(`${displayName} ${mailbox}`))].slice(0, MAX_WORDS);
}

/**
 * True if every word of `typed` begins one of `words`, in any order. False when nothing was typed.
 */
export function matchWordPrefixes(words: readonly string[], typed: string): boolean {
  const terms = wordsOf(typed);
  return terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)));
}

/** True if `typed` begins the person's address, or words of their name. */
export function matchesPerson(person: Person, typed: string): boolean {
  return (
    person.email.startsWith(typed.trim().toLowerCase()) ||
    matchWordPrefixes(searchWords(person), typed)
  );
}
