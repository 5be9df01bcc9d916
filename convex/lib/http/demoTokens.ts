import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT, type JSONWebKeySet } from "jose";

/**
 * Access tokens of the demo sign-in API: signed with the deployment's key but for a separate
 * audience, so that no other endpoint accepts one as a session token.
 */
const AUDIENCE = "sms-demo-api";
const LIFETIME = "3d";
const ALGORITHM = "RS256";

export async function signDemoToken(userId: string): Promise<string> {
  const key = await importPKCS8(process.env.JWT_PRIVATE_KEY ?? "", ALGORITHM);
  return await new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(key);
}

/** @returns the user id that was passed to `signDemoToken`; null for an invalid or expired token */
export async function readDemoToken(token: string): Promise<string | null> {
  const keys = createLocalJWKSet(JSON.parse(process.env.JWKS ?? "") as JSONWebKeySet);
  const options = { audience: AUDIENCE, algorithms: [ALGORITHM] };
  const verified = await jwtVerify(token, keys, options).catch(() => null);
  return verified?.payload.sub ?? null;
}
