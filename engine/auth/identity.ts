import type { JSONValue } from "convex/values";
import type { JWTPayload } from "jose";
import type { UserIdentity } from "../functions/types";

/** Maps OpenID Connect's standard claims to the field names that `getUserIdentity()` documents. */
const STANDARD_CLAIMS: Readonly<Record<string, string>> = {
  given_name: "givenName",
  family_name: "familyName",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  email_verified: "emailVerified",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  updated_at: "updatedAt",
};

/**
 * Claims about the token instead of the person. Hidden from functions, because they change at every
 * refresh.
 */
const TOKEN_CLAIMS = new Set(["iss", "sub", "aud", "exp", "iat", "jti", "nbf", "fva"]);

/**
 * Returns the identity that `getUserIdentity()` returns for a verified token.
 *
 * @param keepNames true for a custom JWT, whose claims keep their own names
 */
export function identityOf(claims: JWTPayload, keepNames: boolean): UserIdentity {
  const { iss = "", sub = "" } = claims;
  const identity: UserIdentity = { tokenIdentifier: `${iss}|${sub}`, issuer: iss, subject: sub };
  for (const [claim, value] of Object.entries(claims)) {
    if (TOKEN_CLAIMS.has(claim) || value === undefined || value === null) continue;
    const name = keepNames ? claim : (STANDARD_CLAIMS[claim] ?? claim);
    if (!(name in identity)) identity[name] = value as JSONValue;
  }
  return identity;
}
