import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_VALUES_COUNTED, type PickListKind } from "#domain/samples/pickLists";

type Use = FunctionReturnType<typeof api.lookups.uses>[number];

/**
 * How many samples use each value of a list, as text: "used by 12 samples". Counted when the list
 * opens and again when its values change, in chunks; a value without an entry is not counted yet.
 */
export function useUses(
  kind: PickListKind,
  values: readonly string[],
): ReadonlyMap<string, string> {
  const client = useConvex();
  const [uses, setUses] = useState<ReadonlyMap<string, string>>(new Map());
  const listed = values.join("\n");
  useEffect(() => {
    let isCurrent = true;
    const all = listed === "" ? [] : listed.split("\n");
    const count = async () => {
      for (let start = 0; start < all.length && isCurrent; start += MAX_VALUES_COUNTED) {
        const chunk = all.slice(start, start + MAX_VALUES_COUNTED);
        const counted = await client.query(api.lookups.uses, { kind, values: chunk });
        if (!isCurrent) return;
        setUses((known) => new Map([...known, ...counted.map(inWords)]));
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

function inWords({ value, count, isMore }: Use): [value: string, words: string] {
  if (count === 0) return [value, "not used"];
  if (count === 1) return [value, "used by 1 sample"];
  return [value, `used by ${count}${isMore ? "+" : ""} samples`];
}
