import type { ConvexReactClient } from "convex/react";

/** The server could not be reached for some time. */
export class NoConnectionError extends Error {
  override name = "NoConnectionError";
}

/** Long enough for a server restart or an elevator ride, ms. */
const GIVE_UP_AFTER_MS = 8_000;
const CHECK_MS = 500;

/** The client's message for an action that was in flight when the socket closed. */
const ACTION_CUT_OFF = "Connection lost while action was in flight";

/**
 * Awaits an action. Offline, the Convex client keeps calls pending forever; this makes them fail.
 * @throws NoConnectionError when the server stays unreachable for 8 s, or was lost during the call
 */
export async function withConnection<T>(client: ConvexReactClient, call: Promise<T>): Promise<T> {
  let timer: number | undefined;
  const lost = new Promise<never>((_, reject) => {
    let downMs = 0;
    timer = window.setInterval(() => {
      downMs = client.connectionState().isWebSocketConnected ? 0 : downMs + CHECK_MS;
      if (downMs >= GIVE_UP_AFTER_MS) reject(new NoConnectionError("the server cannot be reached"));
    }, CHECK_MS);
  });
  try {
    return await Promise.race([call, lost]);
  } catch (error) {
    if (error instanceof Error && error.message.includes(ACTION_CUT_OFF)) {
      throw new NoConnectionError(error.message, { cause: error });
    }
    throw error;
  } finally {
    window.clearInterval(timer);
  }
}
