import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_VALUES_COUNTED, type PickListKind } from "#domain/samples/pickLists";

type Use = FunctionReturnType<typeof api.lookups.uses>[number];

/**
 * How many samples use each value of a list. Counted when the list opens and again when its values
 * change, in chunks; a value without an entry is not counted yet.
 */
export function useUses(kind: PickListKind, values: readonly string[]): ReadonlyMap<string, Use> {
  const client = useConvex();
  const [uses, setUses] = useState<ReadonlyMap<string, Use>>(new Map());
  const listed = values.join("\n");
  useEffect(() => {
    let isCurrent = true;
    const all = listed === "" ? [] : listed.split("\n");
    const count = async () => {
      for (let start = 0; start < all.length && isCurrent; start += MAX_VALUES_COUNTED) {
        const chunk = all.slice(start, start + MAX_VALUES_COUNTED);
        const counted = await client.query(api.lookups.uses, { kind, values: chunk });
        if (!isCurrent) return;
        setUses((known) => new Map([...known, ...counted.map((use) => [use.value, use] as const)]));
      }
    };
    // The list is useful without its counts.
    count().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [client, kind, listed]);
  return uses;
}

/** "32 samples", "not used"; undefined while it is not counted. */
export function usesInWords(use: Use | undefined): string | undefined {
  return use && (use.count === 0 ? "not used" : samplesOf(use));
}

/** Says what a change of a value does to its samples: "32 samples follow". */
export function effectOnUses(use: Use | undefined, verb: { one: string; many: string }): string {
  if (use === undefined) return `samples that use it ${verb.many}`;
  if (use.count === 0) return "no sample uses it";
  return `${samplesOf(use)} ${use.count === 1 ? verb.one : verb.many}`;
}

function samplesOf({ count, isMore }: Use): string {
  return count === 1 ? "1 sample" : `${count}${isMore ? "+" : ""} samples`;
}
