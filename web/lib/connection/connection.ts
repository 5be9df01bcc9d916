import type { ConvexReactClient } from "convex/react";

/** The server could not be reached for a while. */
export class NoConnectionError extends Error {
  override name = "NoConnectionError";
}

/** Long enough for a restarted server or a lift ride, ms. */
const GIVE_UP_AFTER_MS = 8_000;
const CHECK_MS = 500;

/** The client's text for an action that was under way when the socket broke. */
const ACTION_CUT_OFF = "Connection lost while action was in flight";

/**
 * Awaits an action. The client keeps calls waiting for ever while there is no connection; here they
 * fail instead.
 * @throws NoConnectionError when the server stays out of reach for 8 s, or was lost during the call
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
