import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { cliErrorOf, notSignedIn, type Client } from "../client";
import { type CliError, RateLimited, Refused, Unreachable } from "../errors";

/** Maximum number of items shown, oldest first; the server returns no more. */
const MAX_ITEMS = 300;

/** Wait before the next request for an access token while the server is away or too busy. */
const RETRY_MS = 2_000;

type Connection = Pick<Client, "url" | "accessToken">;
export type Waiting = FunctionReturnType<typeof api.inbox.toAnswer>;
export type WaitingItem = Waiting["items"][number];

/**
 * The counts and requests that a person watches, as last received; null before the first answer.
 */
export type Watched = {
  readonly isConnected: boolean;
  readonly counts: FunctionReturnType<typeof api.dashboard.counts> | null;
  readonly waiting: Waiting | null;
  /** The reason why the watch is over, such as an ended session; no state follows. */
  readonly endedBy: CliError | null;
};

export const NOTHING_YET: Watched = {
  isConnected: false,
  counts: null,
  waiting: null,
  endedBy: null,
};

/**
 * Opens a live connection and calls `onChange` with each new state. Reconnects on its own after a
 * lost connection, without a time limit.
 *
 * @returns a function that closes the connection; after it, `onChange` is not called
 */
export function openLiveInbox(client: Connection, onChange: (state: Watched) => void) {
  let state = NOTHING_YET;
  const closed = new AbortController();
  const change = (part: Partial<Watched>) => {
    if (state.endedBy !== null || closed.signal.aborted) return;
    state = { ...state, ...part };
    onChange(state);
  };
  const end = (error: unknown) => change({ endedBy: endOf(error, client.url) });
  const live = new ConvexClient(client.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  let isSignedIn = false;
  live.setAuth(
    ({ forceRefreshToken }) =>
      tokenWhenReachable(client, forceRefreshToken, closed.signal).catch((error: unknown) => {
        end(error);
        return null;
      }),
    (isAuthenticated) => {
      if (isSignedIn && !isAuthenticated) end(notSignedIn(client.url));
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
 * Returns the error that ends the watch; a call refused as not signed in explains how to sign in.
 */
function endOf(error: unknown, url: string): CliError {
  const ended = cliErrorOf(error);
  return ended instanceof Refused && ended.code === "NOT_SIGNED_IN" ? notSignedIn(url) : ended;
}

/**
 * Returns an access token, retrying while the server is away or too busy; null once the watch is
 * closed.
 *
 * @throws CliError for any other failure, such as an ended session
 */
async function tokenWhenReachable(
  client: Connection,
  isRefused: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  for (;;) {
    try {
      return await client.accessToken({ isRefused });
    } catch (error) {
      const mayPass = error instanceof Unreachable || error instanceof RateLimited;
      if (!mayPass) throw error;
      if (signal.aborted) return null;
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
