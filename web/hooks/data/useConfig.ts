import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";

export type PublicConfig = FunctionReturnType<typeof api.config.public>;

/** Public settings of the deployment: company, domain, demo accounts. Undefined while loading. */
export function useConfig(): PublicConfig | undefined {
  return useQuery(api.config.public);
}
