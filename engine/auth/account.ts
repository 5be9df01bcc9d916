import type { UserIdentity } from "../functions/types";

/**
 * Returns the key of the account that an identity belongs to.
 *
 * The subject of a token that the deployment issues itself, through @convex-dev/auth, is
 * `userId|sessionId`: all sign-ins of one person share an account. Other issuers' subjects are
 * opaque (Auth0's begin with `auth0|`).
 *
 * @param ownIssuer issuer URL in the deployment's own tokens
 */
export function accountOf(
  { issuer, subject, tokenIdentifier }: UserIdentity,
  ownIssuer: string,
): string {
  const [userId = ""] = subject.split("|");
  return issuer === ownIssuer ? `${issuer}|${userId}` : tokenIdentifier;
}
