import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Makes each hash of a password a thousand times cheaper in this process: the tests of convex/ ask
 * for hundreds, at 100 ms each. Programs that other tests start hash at the real cost.
 */
const { scrypt } = crypto;
let isCheap = true;

type Arguments = [
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
];
const cheapScrypt = (...[password, salt, length, options, done]: Arguments) =>
  scrypt(password, salt, length, isCheap ? { ...options, N: 2 } : options, done);

Object.assign(crypto, { scrypt: cheapScrypt });
syncBuiltinESMExports();

/** Runs `work` with hashes at the real cost. */
export async function atRealCost<T>(work: () => Promise<T>): Promise<T> {
  isCheap = false;
  try {
    return await work();
  } finally {
    isCheap = true;
  }
}
