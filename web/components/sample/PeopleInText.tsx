import { PersonName } from "./Person";

/** E-mails within a sentence. Odd parts are the addresses, even parts the words between them. */
const EMAIL = /([^\s@“”"'(),:;<>]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)/;

/** A sentence of the server, such as a refusal, with people's names where it has addresses. */
export function PeopleInText({ children }: { children: string }) {
  return children
    .split(EMAIL)
    .map((part, index) => (index % 2 === 1 ? <PersonName key={index} email={part} /> : part));
}
