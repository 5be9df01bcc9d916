import type { Doc, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** Rows deleted per transaction. */
const BATCH = 500;

/**
 * Deletes up to 500 rows of a range, for tables whose rows expire.
 *
 * @param rows query of `table` by an index
 * @returns true if more rows may be left
 */
export async function deleteBatch<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  rows: { take(count: number): Promise<Doc<Table>[]> },
): Promise<boolean> {
  const batch = await rows.take(BATCH);
  for (const { _id } of batch) await ctx.db.delete(table, _id);
  return batch.length === BATCH;
}
