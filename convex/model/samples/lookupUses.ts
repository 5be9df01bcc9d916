import { MAX_VALUES_COUNTED, PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";

/** The samples that use an entry of a pick list, each list by the index of its field. */
export function samplesUsing(ctx: QueryCtx, kind: PickListKind, value: string) {
  const { field } = PICK_LISTS[kind];
  // The ten indexes are named by their one field; types of `withIndex` take one name at a time.
  return ctx.db
    .query("samples")
    .withIndex(`by_${field}` as "by_brand", (q) => q.eq(field as "brand", value));
}

/** Most samples counted for one entry; beyond, it is in use "so often or more". */
const MAX_COUNTED = 100;

type Uses = { value: string; count: number; isMore: boolean };

/**
 * Counts the samples that use each of `values`, exactly up to 100. Nothing is kept for it: a count
 * of each entry would be one document that every registration of that brand has to write.
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
