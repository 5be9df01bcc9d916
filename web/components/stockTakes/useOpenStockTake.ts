import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useId } from "react";
import { useIsMounted } from "@/hooks/useIsMounted";
import { useSend } from "@/hooks/useWaiting";
import type { Failure } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";

export type StockTakeTarget = FunctionArgs<typeof api.stockTakes.open>["target"];

/**
 * Opens a stock-take and navigates to it. Offline, it waits for the connection unless the dialog is
 * closed first; `waitingId` is its id in the queue of waiting steps.
 */
export function useOpenStockTake(onOpened: () => void) {
  const openOnServer = useMutation(api.stockTakes.open);
  const navigate = useNavigate();
  const send = useSend();
  const isMounted = useIsMounted();
  const waitingId = useId();
  /** @returns the server's refusal, or null */
  const open = async (name: string, target: StockTakeTarget): Promise<Failure | null> => {
    const step = { id: waitingId, label: `Open “${name}”` };
    const outcome = await send(step, () => openOnServer({ name, target }));
    if (outcome?.ok === false) return outcome;
    if (outcome === null || !isMounted()) return null;
    onOpened();
    void navigate({ to: "/private/stocktake/$id", params: { id: outcome.value } });
    return null;
  };
  return { open, waitingId };
}
