"use node";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { v } from "convex/values";
import { MAX_PASSWORD_LENGTH } from "../domain/password";
import { internalAction } from "./_generated/server";

/**
 * Hashes passwords, in a file of its own for two reasons. It needs Node's scrypt, which runs on a
 * thread of its own (a scrypt in JavaScript blocks every other function for 300 ms); Convex Cloud
 * has Node only in files like this one. And it must not run inside a mutation, where it would delay
 * everybody's: callers hash first and then write, so a mutation checks that the data read before
 * still holds.
 */

/**
 * OWASP's second choice for scrypt: 16 MiB and about 100 ms each. Each hash keeps its cost, so the
 * cost may be raised.
 */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 2 ** 20;

/**
 * The hash to compare with when an address has no account, so that the answer takes as long. No
 * password matches it.
 */
const DUMMY_HASH = encode(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** `scrypt$N$r$p$salt$key`, the last two in base64url. */
export const hash = internalAction({
  args: { password: v.string() },
  returns: v.string(),
  handler: async (_ctx, { password }) => {
    const salt = randomBytes(SALT_BYTES);
    return encode(COST, salt, await derive(password, salt, COST));
  },
});

/**
 * Compares a password with a hash. @param args.secret from `hash`; null where there is no account,
 * which gives false after the same time
 */
export const verify = internalAction({
  args: { password: v.string(), secret: v.union(v.string(), v.null()) },
  returns: v.boolean(),
  handler: async (_ctx, { password, secret }) => {
    const { cost, salt, key } = decode(secret ?? DUMMY_HASH);
    const derived = await derive(password, salt, cost);
    return timingSafeEqual(derived, key) && secret !== null;
  },
});

function encode({ N, r, p }: typeof COST, salt: Buffer, key: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

function decode(secret: string) {
  const [kind, N, r, p, salt, key] = secret.split("$");
  if (kind !== "scrypt" || !salt || !key) throw new Error("A stored password hash is not ours");
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

/**
 * Hashes computed at a time, of Node's four threads, which also check tokens, read files and
 * resolve names: many sign-ins at once must not delay those.
 */
const MAX_AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  if (password.length > MAX_PASSWORD_LENGTH) throw new Error("The password is too long to hash");
  if (running < MAX_AT_ONCE) running++;
  else await new Promise<void>((takeOver) => waiting.push(takeOver));
  try {
    return await deriveNow(password, salt, cost);
  } finally {
    const takeOver = waiting.shift();
    if (takeOver) takeOver();
    else running--;
  }
}

/**
 * Hashes the NFKC form, so that the same characters from another keyboard (é as one or two code
 * points) are the same password.
 */
function deriveNow(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
