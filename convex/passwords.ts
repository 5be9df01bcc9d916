"use node";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { v } from "convex/values";
import { MAX_PASSWORD_LENGTH } from "#domain/common/password";
import { internalAction } from "./_generated/server";
import { DEPLOYMENTS_OWN, Turns, type Place } from "./lib/turns";
import { place } from "./schema/accounts";

/**
 * Hashes passwords, in a file of its own for two reasons. It needs Node's scrypt, which runs on a
 * thread of its own (a scrypt in JavaScript blocks every other function for 300 ms); Convex Cloud
 * has Node only in files like this one. And it must not run inside a mutation, where it would delay
 * everybody's: callers hash first and then write, so a mutation checks that the data read before
 * still holds.
 *
 * One hash costs 100 ms of a core, and anybody may ask for one, so a caller waits for a turn
 * (lib/turns.ts). Where functions share no memory, as on Convex Cloud, each instance has a queue of
 * its own, and the throttle in the database (model/access/throttle.ts) is the bound for all of
 * them.
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

/**
 * Hashes a password: `scrypt$N$r$p$salt$key`, the last two in base64url.
 *
 * @param args.place the caller's; absent for work of the deployment itself
 * @returns null when too many callers wait; nothing was hashed then
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
 * @param args.secret from `hash`; null where there is no account, which gives false after the same
 *   time
 * @param args.place like that of `hash`
 * @returns null when too many callers wait; nothing was compared then
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
 * One core stays free for everything else, and two of the four threads that Node has for hashes,
 * which also check tokens, sync files and resolve names.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 2));

/** An office of 300 people who sign in at the same moment all get in, within 40 s on two cores. */
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
