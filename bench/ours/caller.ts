import type { EmbeddedHome, Session } from "../../tests/support/embeddedHome";

/** The caller of a function that is called in this process, as a signed-in person's client is. */
export function callerOf(home: EmbeddedHome, { userId, sessionId }: Session) {
  const subject = `${userId}|${sessionId}`;
  const tokenIdentifier = `${home.url}|${subject}`;
  return { isAdmin: false, identity: { issuer: home.url, subject, tokenIdentifier } };
}
