import { useAuthActions } from "@convex-dev/auth/react";
import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import type { Value } from "convex/values";
import { useCallback } from "react";
import { attempt, type Attempt } from "@/lib/connection/attempt";
import { withConnection, NoConnectionError } from "@/lib/connection/connection";

/**
 * Runs a flow of one of the server's auth providers (convex/auth.ts). Resolves with the server's
 * refusal message; when the server cannot be reached, navigates to /500 and resolves with null.
 */
export function useAuthFlow(): (
  provider: "password" | "ticket",
  params: object,
) => Promise<Attempt<void> | null> {
  const { signIn } = useAuthActions();
  const convex = useConvex();
  const navigate = useNavigate();
  return useCallback(
    async (provider, params) => {
      const given: Record<string, Value> = {};
      const stated = Object.entries<Value | undefined>({ ...params });
      for (const [name, value] of stated) if (value !== undefined) given[name] = value;
      const outcome = await attempt(withConnection(convex, signIn(provider, given)));
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
