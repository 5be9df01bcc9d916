import { randomInt } from "node:crypto";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

/**
 * Creates the key pair that signs access tokens, in the form that @convex-dev/auth reads from the
 * environment: RS256, PKCS #8 on one line, and the public key as a JWK set.
 */
export async function newSigningKeys(): Promise<{ JWT_PRIVATE_KEY: string; JWKS: string }> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const pem = await exportPKCS8(privateKey);
  const jwk = { use: "sig", ...(await exportJWK(publicKey)) };
  return {
    JWT_PRIVATE_KEY: pem.trimEnd().replace(/\n/g, " "),
    JWKS: JSON.stringify({ keys: [jwk] }),
  };
}

/** Alphabets without characters that look alike, because people read the password off a screen. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz";
const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "23456789";

/**
 * Creates a password of three groups such as `Kf7w-hqaz-m3x5!`: satisfies the product's password
 * rule, 57 bits.
 */
export function newDemoPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? "";
  const group = (length: number) => Array.from({ length }, () => pick(LETTERS + DIGITS)).join("");
  return `${pick(CAPITALS)}${pick(LETTERS)}${group(2)}-${group(4)}-${group(3)}${pick(DIGITS)}!`;
}
