import { useConvex } from "convex/react";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { attempt } from "@/lib/connection/attempt";
import { signalScan } from "@/lib/feedback/signalScan";
import { ScanQueue, type Scan } from "@/lib/stockTakeScans";
import { api } from "../../../convex/_generated/api";
import { SCAN_TEXTS } from "#domain/stockTakes/stockTake";

type ScansOptions = { stockTakeId: string; owner: string; isOpen: boolean };

/** This browser's scans in a stock-take, and a function that adds scans. */
export function useScans({ stockTakeId, owner, isOpen }: ScansOptions) {
  const convex = useConvex();
  const [queue] = useState(
    () =>
      new ScanQueue({
        storage: window.localStorage,
        owner,
        stockTakeId,
        send: (scan) => attempt(convex.mutation(api.stockTakes.scan, { ...scan, stockTakeId })),
      }),
  );
  useEffect(() => {
    if (isOpen) void queue.resume();
  }, [isOpen, queue]);
  const scans = useSyncExternalStore(queue.subscribe, queue.get);
  const take = useCallback(
    (values: readonly string[]) => {
      for (const value of values) {
        // Without a connection the answer comes later; the tone confirms that the scan is stored.
        if (!convex.connectionState().isWebSocketConnected) signalScan("neutral");
        void queue.take(value).then((scan) => signalScan(signalOf(scan)));
      }
    },
    [convex, queue],
  );
  return { scans, take };
}

function signalOf({ answer }: Scan) {
  if (answer === null) return "failure";
  const { isRight } = SCAN_TEXTS[answer.outcome];
  if (isRight === null) return "neutral";
  return isRight ? "success" : "failure";
}
