import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Makes each password hash a thousand times cheaper in this process: the tests of convex/ compute
 * hundreds, at 100 ms each. Programs started by other tests hash at the real cost.
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
/** Hashes that `holdingHashes` holds back; null while it does not. */
let held: (() => void)[] | null = null;

const cheapScrypt = (...[password, salt, length, options, done]: Arguments) => {
  const hash = () => scrypt(password, salt, length, isCheap ? { ...options, N: 2 } : options, done);
  if (held) held.push(hash);
  else hash();
};

Object.assign(crypto, { scrypt: cheapScrypt });
syncBuiltinESMExports();

/** Runs `work` while no hash is computed until it calls `release`. */
export async function holdingHashes(work: (release: () => void) => Promise<void>): Promise<void> {
  held = [];
  const release = () => {
    const waiting = held ?? [];
    held = null;
    for (const hash of waiting) hash();
  };
  try {
    await work(release);
  } finally {
    release();
  }
}

/** Runs `work` with hashes at the real cost. */
export async function atRealCost<T>(work: () => Promise<T>): Promise<T> {
  isCheap = false;
  try {
    return await work();
  } finally {
    isCheap = true;
  }
}
