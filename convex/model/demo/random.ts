/**
 * Returns a deterministic generator of numbers in [0, 1), so that every demo is the same lab.
 * Algorithm: Mulberry32.
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<const Items extends readonly [unknown, ...unknown[]]>(
  random: () => number,
  items: Items,
): Items[number] {
  return items[Math.floor(random() * items.length)] ?? items[0];
}
