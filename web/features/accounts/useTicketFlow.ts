import { useCallback } from "react";
import type { TicketFlow } from "#domain/accounts/ticketFlows";
import type { Attempt } from "@/lib/connection/attempt";
import { browserToken } from "@/lib/account/browserToken";
import { useAuthFlow } from "./useAuthFlow";

/** Parameters of each flow as its screen sends them. */
type FlowParams = TicketFlow extends infer Flow
  ? Flow extends { flow: "terminal" }
    ? never
    : Omit<Flow, "browser">
  : never;

/** Exchanges a single-use proof for a session; resolves as `useAuthFlow` does. */
export function useTicketFlow(): (params: FlowParams) => Promise<Attempt<void> | null> {
  const runFlow = useAuthFlow();
  return useCallback(
    (params) => runFlow("ticket", { browser: browserToken(), ...params }),
    [runFlow],
  );
}
