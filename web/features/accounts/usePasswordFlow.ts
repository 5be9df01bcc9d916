import { useCallback } from "react";
import type { PasswordFlow } from "#domain/accounts/passwordFlows";
import type { Attempt } from "@/lib/connection/attempt";
import { browserToken } from "@/lib/account/browserToken";
import { useAuthFlow } from "./useAuthFlow";

/**
 * Parameters of each flow as its form sends them, without those that this hook or the server adds.
 */
type FlowParams = PasswordFlow extends infer Flow
  ? Flow extends { flow: "signIn" }
    ? Omit<Flow, "client" | "browser">
    : Omit<Flow, "browser">
  : never;

/**
 * Runs one flow of the password provider. Resolves with the server's refusal message; when the
 * server cannot be reached, navigates to /500 and resolves with null.
 */
export function usePasswordFlow(): (params: FlowParams) => Promise<Attempt<void> | null> {
  const runFlow = useAuthFlow();
  return useCallback(
    (params) => runFlow("password", { browser: browserToken(), ...params }),
    [runFlow],
  );
}
