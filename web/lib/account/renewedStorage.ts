import type { TokenStorage } from "@convex-dev/auth/react";
import { decodeJwt } from "jose";
import { ACCESS_TOKEN, REFRESH_TOKEN, type AuthStorage } from "./authStorage";

/**
 * A token that expires within this time counts as expired, ms: starting the page may take as long.
 */
const MIN_LIFETIME_MS = 10_000;

/** Exchanges a refresh token, which is single-use; null: the session has ended. */
type Renew = (
  refreshToken: string,
) => Promise<{ readonly token: string; readonly refreshToken: string } | null>;

/**
 * Wraps `storage` for the auth library. An access token that expired while no page was open (it
 * lives 5 minutes) is renewed immediately, and reads wait for the result. The library on its own
 * would send the expired token, be refused, close the socket, renew the token and open another
 * socket.
 *
 * If the renewal fails, the library gets the expired token, and renews it or ends the session.
 *
 * @param deployment address of the Convex client, from which the library derives its keys
 */
export function renewedStorage(
  storage: AuthStorage,
  deployment: string,
  renew: Renew,
): TokenStorage {
  const renewed = renewExpired(storage, deployment, renew).catch(() => undefined);
  return {
    getItem: (key) => renewed.then(() => storage.getItem(key)),
    setItem: (key, value) => storage.setItem(key, value),
    removeItem: (key) => storage.removeItem(key),
  };
}

async function renewExpired(storage: AuthStorage, deployment: string, renew: Renew): Promise<void> {
  const namespace = deployment.replace(/[^a-zA-Z0-9]/g, "");
  const [accessKey, refreshKey] = [`${ACCESS_TOKEN}_${namespace}`, `${REFRESH_TOKEN}_${namespace}`];
  if (!isExpired(storage.getItem(accessKey))) return;
  await inOneTab(async () => {
    const refreshToken = storage.getItem(refreshKey);
    // Another tab may have renewed the token meanwhile.
    if (refreshToken === null || !isExpired(storage.getItem(accessKey))) return;
    const tokens = await renew(refreshToken);
    // Another tab may have signed out meanwhile.
    if (tokens === null || storage.getItem(refreshKey) !== refreshToken) return;
    storage.setItem(accessKey, tokens.token);
    storage.setItem(refreshKey, tokens.refreshToken);
  });
}

function isExpired(token: string | null): boolean {
  if (token === null) return false;
  const { exp } = decodeJwt(token); // seconds since the epoch
  return exp !== undefined && exp * 1000 < Date.now() + MIN_LIFETIME_MS;
}

/** Takes the library's own lock, because a refresh token is valid for one renewal. */
async function inOneTab(run: () => Promise<void>): Promise<void> {
  // Plain-HTTP pages have no Web Locks.
  const locks = navigator.locks as LockManager | null | undefined;
  await (locks ? locks.request(REFRESH_TOKEN, run) : run());
}
