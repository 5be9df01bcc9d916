/**
 * SHA-256 (FIPS 180-4) for pages not served over HTTPS, where browsers hide `crypto.subtle`. About
 * 20 MB per second.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(INITIAL_STATE);
  const whole = message.length - (message.length % BLOCK_BYTES);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let at = 0; at < whole; at += BLOCK_BYTES) compress(state, view, at);
  const end = lastBlocks(message.subarray(whole), message.length);
  for (let at = 0; at < end.byteLength; at += BLOCK_BYTES) compress(state, end, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

const BLOCK_BYTES = 64;

/** The last blocks of a message, padded: a one bit, zeros, and the length in bits. */
function lastBlocks(rest: Uint8Array, length: number): DataView {
  const blocks = rest.length + 9 > BLOCK_BYTES ? 2 : 1;
  const bytes = new Uint8Array(blocks * BLOCK_BYTES);
  bytes.set(rest);
  bytes[rest.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(length) * 8n);
  return view;
}

/** The first 32 bits of the fractional parts of roots of the first primes. */
const rootsOfPrimes = (count: number, root: (prime: number) => number) =>
  Uint32Array.from(firstPrimes(count), (prime) => (root(prime) % 1) * 2 ** 32);

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

const INITIAL_STATE = rootsOfPrimes(8, Math.sqrt);
const ROUND_CONSTANTS = rootsOfPrimes(64, Math.cbrt);

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));
const words = new Uint32Array(64);

function compress(state: Uint32Array, view: DataView, at: number): void {
  for (let index = 0; index < 16; index++) words[index] = view.getUint32(at + index * 4);
  for (let index = 16; index < 64; index++) {
    const [early, late] = [words[index - 15] ?? 0, words[index - 2] ?? 0];
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] ?? 0) + s0 + (words[index - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + (ROUND_CONSTANTS[index] ?? 0) + (words[index] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e] = [g, f, e, (d + t1) | 0];
    [d, c, b, a] = [c, b, a, (t1 + s0 + majority) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = (state[index] ?? 0) + word;
  }
}
