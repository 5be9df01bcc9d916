import { useCallback, useEffect, useRef } from "react";
import { basketStore } from "@/hooks/useBasket";
import type { Answer } from "@/hooks/useResolved";
import { signalScan } from "@/lib/feedback/signalScan";
import { mergeValues } from "../../../domain/baskets";

/**
 * Returns what adds values to the basket and then tells, by one signal for all of them, whether
 * each means a sample. Values that are all in the basket already are nothing new.
 */
export function useAddSignal(owner: string, answers: ReadonlyMap<string, Answer>) {
  const awaited = useRef<readonly string[]>([]);
  useEffect(() => {
    const outcomes = awaited.current.map((value) => answers.get(value)?.outcome);
    if (outcomes.length === 0 || outcomes.includes(undefined)) return;
    awaited.current = [];
    signalScan(outcomes.every((outcome) => outcome === "found") ? "success" : "failure");
  }, [answers]);
  return useCallback(
    (values: readonly string[]): number => {
      const present = basketStore.get(owner).values;
      const added = mergeValues(present, values).slice(present.length);
      const leftOut = basketStore.add(owner, values);
      if (added.length === 0) signalScan("neutral");
      else if (leftOut > 0) signalScan("failure");
      else awaited.current = added;
      return leftOut;
    },
    [owner],
  );
}
