import { PersonName } from "./Person";

/**
 * Matches e-mails within a sentence. When it splits a text, odd parts are e-mails, even parts the
 * text between them.
 */
const EMAIL = /([^\s@“”"'(),:;<>]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)/;

/** A sentence from the server, such as a refusal, with names in place of e-mails. */
export function PeopleInText({ children }: { children: string }) {
  return children
    .split(EMAIL)
    .map((part, index) => (index % 2 === 1 ? <PersonName key={index} email={part} /> : part));
}
