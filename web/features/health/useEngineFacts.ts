import { useAuthToken } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useIsConnected } from "@/hooks/useIsConnected";
import {
  ENGINE_HEALTH_PATH,
  engineHealthSchema,
  UNKNOWN_HEALTH,
  type EngineFacts,
} from "#domain/operations/engineHealth";

/** Time between two readings, and after one that failed, ms. */
const REFRESH_MS = 60_000;
const RETRY_MS = 5_000;
/** A server that takes longer to answer counts as one that does not answer, ms. */
const MAX_ANSWER_MS = 10_000;

/** `facts` is null for a deployment that is not the embedded one. */
export type Reading =
  | { readonly state: "reading" }
  | { readonly state: "read"; readonly facts: EngineFacts | null }
  | { readonly state: "failed"; readonly reason: string };

/**
 * What the embedded server reports about itself, read again every minute, soon after a failure,
 * when the connection returns, and by `refresh`. A failed reading replaces the last one, whose
 * figures may no longer be true; a later reading cancels one that has no answer yet.
 */
export function useEngineFacts() {
  const { url } = useConvex();
  const token = useAuthToken();
  const isConnected = useIsConnected();
  const [reading, setReading] = useState<Reading>({ state: "reading" });
  const [isRefreshing, setRefreshing] = useState(false);
  const running = useRef<AbortController | null>(null);

  const read = useCallback(async () => {
    const cancel = new AbortController();
    running.current?.abort();
    running.current = cancel;
    const answer = await readEngineFacts(url, token, cancel);
    if (running.current === cancel) setReading(answer);
  }, [url, token]);
  useEffect(() => {
    if (isConnected) void read();
  }, [read, isConnected]);
  useEffect(() => {
    const waitMs = reading.state === "failed" ? RETRY_MS : REFRESH_MS;
    const timer = setTimeout(() => void read(), waitMs);
    return () => clearTimeout(timer);
  }, [read, reading]);
  useEffect(() => () => running.current?.abort(), []);

  const refresh = async () => {
    setRefreshing(true);
    await read();
    setRefreshing(false);
  };
  return { reading, isRefreshing, refresh };
}

async function readEngineFacts(
  deployment: string,
  token: string | null,
  cancel: AbortController,
): Promise<Reading> {
  const url = new URL(ENGINE_HEALTH_PATH, deployment);
  const headers = { Authorization: `Bearer ${token ?? ""}` };
  const timer = setTimeout(() => cancel.abort(), MAX_ANSWER_MS);
  try {
    const answer = await fetch(url, { headers, cache: "no-store", signal: cancel.signal });
    // Another backend has no such address.
    if (!answer.ok && url.origin !== window.location.origin) return { state: "read", facts: null };
    if (!answer.ok) return { state: "failed", reason: `It answered with status ${answer.status}.` };
    const health = engineHealthSchema.safeParse(await answer.json().catch(() => null));
    if (health.success) return { state: "read", facts: health.data };
    return { state: "failed", reason: UNKNOWN_HEALTH };
  } catch {
    // Another backend's refusal may lack the headers that let a page of another origin read it.
    if (url.origin !== window.location.origin) return { state: "read", facts: null };
    return { state: "failed", reason: "The server does not answer." };
  } finally {
    clearTimeout(timer);
  }
}
