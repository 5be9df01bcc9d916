import { useAuthActions } from "@convex-dev/auth/react";
import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import type { Value } from "convex/values";
import { useCallback } from "react";
import type { PasswordFlow } from "#domain/accounts/passwordFlows";
import { attempt, type Attempt } from "@/lib/connection/attempt";
import { browserToken } from "@/lib/account/browserToken";
import { withConnection, NoConnectionError } from "@/lib/connection/connection";

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
  const { signIn } = useAuthActions();
  const convex = useConvex();
  const navigate = useNavigate();
  return useCallback(
    async (params) => {
      const given: Record<string, Value> = { browser: browserToken() };
      const stated = Object.entries<Value | undefined>(params);
      for (const [name, value] of stated) if (value !== undefined) given[name] = value;
      const outcome = await attempt(withConnection(convex, signIn("password", given)));
      if (outcome.ok) return { ok: true, value: undefined };
      if (outcome.error instanceof NoConnectionError) {
        await navigate({ to: "/500" });
        return null;
      }
      return outcome;
    },
    [convex, navigate, signIn],
  );
}
