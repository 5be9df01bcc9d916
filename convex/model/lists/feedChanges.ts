/** Changes of a feed, and the head of each shard after them. */
type Found<Change> = { changes: Change[]; heads: number[]; isDone: boolean };

/**
 * Reads the changes between two positions of a feed, shard after shard, at most `room` of them.
 *
 * @param present the latest number of each shard, not lower than that of `since`
 * @param read returns the changes of one shard after the number `from`, at least the first `room`
 */
export async function changesBetween<Change>(
  { since, present, room }: { since: readonly number[]; present: readonly number[]; room: number },
  read: (shard: number, from: number, room: number) => Promise<Change[]>,
  seqOf: (change: Change) => number,
): Promise<Found<Change>> {
  const heads = [...since];
  const changes: Change[] = [];
  for (const [shard, head] of present.entries()) {
    const left = room - changes.length;
    if (left === 0) break;
    if (heads[shard] === head) continue;
    const found = await read(shard, heads[shard] ?? 0, left);
    const next = found.sort((one, other) => seqOf(one) - seqOf(other)).slice(0, left);
    changes.push(...next);
    const last = next.at(-1);
    heads[shard] = last === undefined || next.length < left ? head : seqOf(last);
  }
  const isDone = heads.every((reached, shard) => reached === present[shard]);
  return { changes, heads, isDone };
}

/**
 * Returns how many changes a reader at `since` is behind.
 *
 * @returns null if a head of `since` is ahead of the deployment, which then was never at `since`
 */
export function countBehind(since: readonly number[], present: readonly number[]): number | null {
  const behind = present.map((head, shard) => head - (since[shard] ?? 0));
  return behind.some((count) => count < 0) ? null : behind.reduce((sum, count) => sum + count);
}
