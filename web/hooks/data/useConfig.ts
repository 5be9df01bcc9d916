import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";

export type PublicConfig = FunctionReturnType<typeof api.config.public>;

/**
 * The deployment's public settings: company, domain, demo accounts. Undefined until it answered.
 */
export function useConfig(): PublicConfig | undefined {
  return useQuery(api.config.public);
}
