"use node";
/**
 * Hashes passwords. It has a file of its own for two reasons:
 *
 * - It needs Node's scrypt, which runs on a separate thread (a scrypt in JavaScript blocks every
 *   other function for 300 ms), and Convex Cloud offers Node only in "use node" files.
 * - It must not run inside a mutation, where it would delay everyone else's. Callers hash first and
 *   write afterwards, so the mutation checks that the data read before has not changed.
 *
 * A hash costs 100 ms of a core, and anyone may request one, so callers wait for a turn
 * (lib/turns.ts). On Convex Cloud functions share no memory: each instance has its own queue, and
 * only the throttle in the database (model/access/throttle.ts) bounds them all.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { v } from "convex/values";
import { MAX_PASSWORD_LENGTH } from "#domain/common/password";
import { internalAction } from "./_generated/server";
import { DEPLOYMENTS_OWN, Turns, type Place } from "./lib/turns";
import { place } from "./schema/accounts";

/**
 * OWASP's second choice for scrypt: 16 MiB and about 100 ms per hash. Each hash stores its cost, so
 * this can be raised.
 */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 2 ** 20;

/**
 * Compared with the password if an address has no account, so that the answer takes equally long.
 * No password matches it.
 */
const DUMMY_HASH = encode(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/**
 * Hashes a password: `scrypt$N$r$p$salt$key`, the last two in base64url.
 *
 * @param args.place the caller's place in the queue; undefined for work of the deployment itself
 * @returns null if too many callers wait; then nothing was hashed
 */
export const hash = internalAction({
  args: { password: v.string(), place: v.optional(place) },
  returns: v.union(v.string(), v.null()),
  handler: async (_ctx, { password, place }) => {
    const salt = randomBytes(SALT_BYTES);
    const key = await derive(password, salt, COST, place);
    return key && encode(COST, salt, key);
  },
});

/**
 * Compares a password with a hash.
 *
 * @param args.secret from `hash`; null if there is no account, which returns false after the same
 *   time
 * @param args.place as for `hash`
 * @returns null if too many callers wait; then nothing was compared
 */
export const verify = internalAction({
  args: {
    password: v.string(),
    secret: v.union(v.string(), v.null()),
    place: v.optional(place),
  },
  returns: v.union(v.boolean(), v.null()),
  handler: async (_ctx, { password, secret, place }) => {
    const { cost, salt, key } = decode(secret ?? DUMMY_HASH);
    const derived = await derive(password, salt, cost, place);
    return derived && timingSafeEqual(derived, key) && secret !== null;
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
 * Leaves one core free for everything else, and two of Node's four worker threads, which also check
 * tokens, sync files and resolve names.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 2));

/** If an office of 300 people signs in at the same moment, all get in: within 40 s on two cores. */
const MAX_WAITING = 300;

const turns = new Turns(AT_ONCE, MAX_WAITING);

async function derive(
  password: string,
  salt: Buffer,
  cost: typeof COST,
  place: Place = DEPLOYMENTS_OWN,
): Promise<Buffer | null> {
  if (password.length > MAX_PASSWORD_LENGTH) throw new Error("The password is too long to hash");
  return await turns.run(place, () => deriveNow(password, salt, cost));
}

/**
 * Hashes the NFKC form, so that a password is the same whichever keyboard typed it (é as one code
 * point or two).
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
