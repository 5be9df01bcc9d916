import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { cliErrorOf, notSignedIn, type Client } from "../client";
import { type CliError, RateLimited, Refused, Unreachable } from "../errors";
import { fetchFrom } from "../network";

/** Maximum number of items shown, oldest first; the server returns no more. */
const MAX_ITEMS = 300;

/** Time limit of a request that only asks whether the server answers. */
const ANSWER_MS = 5_000;

/** Wait before the next request for an access token while the server is away or too busy. */
const RETRY_MS = 2_000;

/**
 * After this many ordinary requests have succeeded, each following a failed attempt to open the
 * socket, a proxy or a firewall must be blocking the socket. A single success proves nothing: the
 * server may have just started.
 */
const ANSWERS = 2;

type Connection = Pick<Client, "url" | "accessToken">;
export type Waiting = FunctionReturnType<typeof api.inbox.toAnswer>;
export type WaitingItem = Waiting["items"][number];

/**
 * The counts and requests that a person watches, as last received; null before the first answer.
 */
export type Watched = {
  readonly isConnected: boolean;
  /** True while the server answers requests but the live connection does not get through. */
  readonly isBlocked: boolean;
  readonly counts: FunctionReturnType<typeof api.dashboard.counts> | null;
  readonly waiting: Waiting | null;
  /** The reason why the watch is over, such as an ended session; no state follows. */
  readonly endedBy: CliError | null;
};

export const NOTHING_YET: Watched = {
  isConnected: false,
  isBlocked: false,
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
  let answers = 0;
  live.subscribeToConnectionState(({ isWebSocketConnected: isConnected, connectionRetries }) => {
    if (isConnected) answers = 0;
    if (isConnected !== state.isConnected) change({ isConnected, isBlocked: false });
    if (isConnected || connectionRetries === 0) return;
    void isAnswering(client.url).then((isAnswered) => {
      answers = isAnswered ? answers + 1 : 0;
      if (answers >= ANSWERS && !state.isConnected) change({ isBlocked: true });
    });
  });
  return async () => {
    closed.abort();
    await live.close();
  };
}

function isAnswering(url: string): Promise<boolean> {
  return fetchFrom(url, `${url}/version`, {}, ANSWER_MS).then(
    ({ ok }) => ok,
    () => false,
  );
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
