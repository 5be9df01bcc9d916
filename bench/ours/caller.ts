import type { Session } from "../../tests/support/deployments/embeddedHome";

/** Returns the caller for an in-process call, equal to a signed-in person's client. */
export function callerOf(home: { readonly url: string }, { userId, sessionId }: Session) {
  const subject = `${userId}|${sessionId}`;
  const tokenIdentifier = `${home.url}|${subject}`;
  return { isAdmin: false, identity: { issuer: home.url, subject, tokenIdentifier } };
}
