import { wordsOf } from "./fold";

/** How people are found by name: one rule, for what the server reads and what the browser keeps of it. */

/** More words of one person's name and address are not searched; a name is at most 255 letters. */
const MAX_WORDS = 8;

type Person = { readonly displayName: string; readonly email: string };

/** What a person is found by: each word of their name, and of their address before the `@`, once. */
export function searchWords({ displayName, email }: Person): string[] {
  const mailbox = email.slice(0, email.lastIndexOf("@"));
  return [...new Set(wordsOf(`${displayName} ${mailbox}`))].slice(0, MAX_WORDS);
}

/** Whether every word of `typed` begins one of `words`, in any order. False when nothing was typed. */
export function matchWordPrefixes(words: readonly string[], typed: string): boolean {
  const terms = wordsOf(typed);
  return terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)));
}

/** Whether `typed` is the beginning of the person's address, or of words of their name. */
export function matchesPerson(person: Person, typed: string): boolean {
  return (
    person.email.startsWith(typed.trim().toLowerCase()) ||
    matchWordPrefixes(searchWords(person), typed)
  );
}
