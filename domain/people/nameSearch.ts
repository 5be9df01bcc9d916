/** Finds people by name. The server's index and the browser's filter share this rule. */
import { wordsOf } from "../common/fold";

/** Maximum number of searchable words per person; a name has at most 255 characters. */
const MAX_WORDS = 8;

type Person = { readonly displayName: string; readonly email: string };

/**
 * Returns the distinct search words of a person: the words of their name, and of their e-mail
 * before the `@`.
 */
export function searchWords({ displayName, email }: Person): string[] {
  const mailbox = email.slice(0, email.lastIndexOf("@"));
  return [...new Set(wordsOf(`${displayName} ${mailbox}`))].slice(0, MAX_WORDS);
}

/**
 * True if every word of `typed` is a prefix of one of `words`, in any order. False if nothing was
 * typed.
 */
export function matchWordPrefixes(words: readonly string[], typed: string): boolean {
  const terms = wordsOf(typed);
  return terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)));
}

/**
 * True if `typed` is a prefix of the person's address, or its words are prefixes of words of their
 * name.
 */
export function matchesPerson(person: Person, typed: string): boolean {
  return (
    person.email.startsWith(typed.trim().toLowerCase()) ||
    matchWordPrefixes(searchWords(person), typed)
  );
}
