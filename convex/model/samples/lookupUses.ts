import { MAX_VALUES_COUNTED, PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";

/** The samples that use a pick-list entry, read from the index of the list's field. */
export function samplesUsing(ctx: QueryCtx, kind: PickListKind, value: string) {
  const { field } = PICK_LISTS[kind];
  // Each of the ten indexes is named after its single field. `withIndex` types accept one literal
  // name at a time, hence the cast.
  return ctx.db
    .query("samples")
    .withIndex(`by_${field}` as "by_brand", (q) => q.eq(field as "brand", value));
}

/** Maximum number of samples counted per entry; beyond it, the count is shown as "or more". */
const MAX_COUNTED = 100;

type Uses = { value: string; count: number; isMore: boolean };

/**
 * Counts the samples that use each of `values`, exactly up to 100. No counter is stored: every
 * registration of a brand would have to write the same document.
 */
export async function countUses(
  ctx: QueryCtx,
  kind: PickListKind,
  values: readonly string[],
): Promise<Uses[]> {
  if (values.length > MAX_VALUES_COUNTED)
    throw appError("VALUES_TOO_MANY", { max: MAX_VALUES_COUNTED });
  return await Promise.all(
    values.map(async (value) => {
      const found = await samplesUsing(ctx, kind, value).take(MAX_COUNTED + 1);
      return {
        value,
        count: Math.min(found.length, MAX_COUNTED),
        isMore: found.length > MAX_COUNTED,
      };
    }),
  );
}
