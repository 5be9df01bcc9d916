import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorState } from "@/components/pages/ErrorState";
import { describeError } from "@/lib/connection/attempt";

/** Replaces a screen whose data was refused or failed to load; the shell around it stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return <ErrorState onRetry={reset}>{describeError(error).message}</ErrorState>;
}
