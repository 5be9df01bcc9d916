import { randomInt } from "node:crypto";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

/**
 * Makes the key pair that signs access tokens, as @convex-dev/auth reads it from the environment:
 * RS256, PKCS #8 on one line, and the public half as a JWK set.
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

/** No characters that look alike: people read the password from a screen and type it. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz";
const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "23456789";

/**
 * Makes a password of three groups such as `Kf7w-hqaz-m3x5!`: satisfies the product's password
 * rule, 57 bits.
 */
export function newDemoPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? "";
  const group = (length: number) => Array.from({ length }, () => pick(LETTERS + DIGITS)).join("");
  return `${pick(CAPITALS)}${pick(LETTERS)}${group(2)}-${group(4)}-${group(3)}${pick(DIGITS)}!`;
}
