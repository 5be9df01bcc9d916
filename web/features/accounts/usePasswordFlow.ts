import { useCallback } from "react";
import type { PasswordFlow } from "#domain/accounts/passwordFlows";
import type { Attempt } from "@/lib/connection/attempt";
import { browserToken } from "@/lib/account/browserToken";
import { useAuthFlow } from "./useAuthFlow";

/**
 * The parameters of each flow as its form sends them, without those of this hook and the server.
 */
type FlowParams = PasswordFlow extends infer Flow
  ? Flow extends { flow: "signIn" }
    ? Omit<Flow, "client" | "browser">
    : Omit<Flow, "browser">
  : never;

/**
 * Runs one flow of the password provider. Answers the server's refusal in its own words; when the
 * server cannot be reached it leads to /500 and answers null.
 */
export function usePasswordFlow(): (params: FlowParams) => Promise<Attempt<void> | null> {
  const runFlow = useAuthFlow();
  return useCallback(
    (params) => runFlow("password", { browser: browserToken(), ...params }),
    [runFlow],
  );
}
