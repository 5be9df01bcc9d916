import { useAuthToken } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import {
  ENGINE_HEALTH_PATH,
  engineHealthSchema,
  UNKNOWN_HEALTH,
  type EngineFacts,
} from "#domain/operations/engineHealth";

/** Time between two readings, ms. */
const REFRESH_MS = 60_000;

/** `facts` is null for a deployment that is not the embedded one. */
export type Reading =
  | { readonly state: "reading" }
  | { readonly state: "read"; readonly facts: EngineFacts | null }
  | { readonly state: "failed"; readonly reason: string };

/**
 * What the embedded server reports about itself, read again every minute and by `refresh`. A
 * reading that fails replaces the last one, whose figures may no longer be true.
 */
export function useEngineFacts() {
  const { url } = useConvex();
  const token = useAuthToken();
  const [reading, setReading] = useState<Reading>({ state: "reading" });
  const [isRefreshing, setRefreshing] = useState(false);
  useEffect(() => {
    const read = () => void readEngineFacts(url, token).then(setReading);
    read();
    const timer = setInterval(read, REFRESH_MS);
    return () => clearInterval(timer);
  }, [url, token]);
  const refresh = async () => {
    setRefreshing(true);
    setReading(await readEngineFacts(url, token));
    setRefreshing(false);
  };
  return { reading, isRefreshing, refresh };
}

async function readEngineFacts(deployment: string, token: string | null): Promise<Reading> {
  const url = new URL(ENGINE_HEALTH_PATH, deployment);
  const headers = { Authorization: `Bearer ${token ?? ""}` };
  const answer = await fetch(url, { headers, cache: "no-store" }).catch(() => null);
  // Another backend has no such address, and its refusal may lack the headers that let a page of
  // another origin read it.
  if (!answer?.ok && url.origin !== window.location.origin) return { state: "read", facts: null };
  if (answer === null) return { state: "failed", reason: "The server does not answer." };
  if (!answer.ok) return { state: "failed", reason: `It answered with status ${answer.status}.` };
  const body: unknown = await answer.json().catch(() => null);
  const health = engineHealthSchema.safeParse(body);
  return health.success
    ? { state: "read", facts: health.data }
    : { state: "failed", reason: UNKNOWN_HEALTH };
}
