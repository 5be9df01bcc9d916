import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Client } from "../client";
import { CliError, Unreachable } from "../errors";

/** Most items that are shown: the oldest ones. */
const MAX_ITEMS = 100;

/** Wait before an access token is asked for again while the server is away. */
const RETRY_MS = 2_000;

type Waiting = FunctionReturnType<typeof api.inbox.toAnswer>;
export type WaitingItem = Waiting["items"][number];

/** The counts and requests that a person watches, as last answered. Null at first. */
export type Watched = {
  readonly isConnected: boolean;
  readonly counts: FunctionReturnType<typeof api.dashboard.counts> | null;
  readonly waiting: Waiting | null;
  /** True once the session is over; no state follows. */
  readonly hasEnded: boolean;
};

export const NOTHING_YET: Watched = {
  isConnected: false,
  counts: null,
  waiting: null,
  hasEnded: false,
};

/**
 * Opens a live connection and calls `onChange` with each new state. After a lost connection it
 * connects again by itself, for as long as it takes.
 *
 * @returns a function that closes the connection; `onChange` is not called any more
 */
export function openLiveInbox(client: Client, onChange: (state: Watched) => void) {
  let state = NOTHING_YET;
  const closed = new AbortController();
  const change = (part: Partial<Watched>) => {
    if (state.hasEnded || closed.signal.aborted) return;
    state = { ...state, ...part };
    onChange(state);
  };
  const end = () => change({ hasEnded: true });
  const live = new ConvexClient(client.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  let isSignedIn = false;
  live.setAuth(
    ({ forceRefreshToken }) => tokenWhenReachable(client, forceRefreshToken, closed.signal),
    (isAuthenticated) => {
      if (isSignedIn && !isAuthenticated) end();
      isSignedIn = isAuthenticated;
    },
  );
  live.onUpdate(api.dashboard.counts, {}, (counts) => change({ counts }), end);
  live.onUpdate(api.inbox.toAnswer, { limit: MAX_ITEMS }, (waiting) => change({ waiting }), end);
  live.subscribeToConnectionState(({ isWebSocketConnected }) => {
    if (isWebSocketConnected !== state.isConnected) change({ isConnected: isWebSocketConnected });
  });
  return async () => {
    closed.abort();
    await live.close();
  };
}

/**
 * Returns an access token, or null when the server says that the session is over, which ends the
 * watch.
 */
async function tokenWhenReachable(
  client: Client,
  isRefused: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  for (;;) {
    try {
      return await client.accessToken({ isRefused });
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (!(error instanceof Unreachable) || signal.aborted) return null;
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
