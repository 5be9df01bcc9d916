import type { TokenStorage } from "@convex-dev/auth/react";

/** localStorage key of the person's choice of storage; without it, sign-ins are remembered. */
const MODE_KEY = "sms.session";

export interface AuthStorage extends TokenStorage {
  /**
   * Sets where the next sign-in stores its tokens: in the browser (true) or only in this tab
   * (false).
   */
  remember(remembered: boolean): void;
  /** True if the current session is stored in the browser, not only in this tab. */
  isRemembered(): boolean;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** True if tokens of a session are stored here. The server may have ended that session. */
  hasSession(): boolean;
  /**
   * Erases the tokens, whether or not the server has ended their session. A token renewal that is
   * in flight and arrives later is not stored; a sign-in after `remember` is.
   */
  forgetSession(): void;
}

/**
 * Name under which @convex-dev/auth stores the refresh token, followed by `_` and the deployment's
 * address without punctuation. The library's lock uses it as well.
 */
export const REFRESH_TOKEN = "__convexAuthRefreshToken";
/** The same for the access token. */
export const ACCESS_TOKEN = "__convexAuthJWT";

const isToken = (key: string) => key.startsWith(REFRESH_TOKEN) || key.startsWith(ACCESS_TOKEN);

/**
 * Implements "Remember me next time". If ticked, tokens are stored in the browser and shared by its
 * tabs. If not, they are stored in the tab and deleted when it closes; a reload keeps both the
 * tokens and the choice.
 */
export function createAuthStorage(browser: Storage, tab: Storage): AuthStorage {
  const current = () => (tab.getItem(MODE_KEY) === "tab" ? tab : browser);
  const keysOf = (storage: Storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  let isForgotten = false;
  return {
    remember(remembered) {
      isForgotten = false;
      if (remembered) tab.removeItem(MODE_KEY);
      else tab.setItem(MODE_KEY, "tab");
    },
    isRemembered: () => current() === browser,
    getItem: (key) => current().getItem(key),
    setItem(key, value) {
      if (!(isForgotten && isToken(key))) current().setItem(key, value);
    },
    removeItem: (key) => current().removeItem(key),
    hasSession: () => keysOf(current()).some((key) => key.startsWith(REFRESH_TOKEN)),
    forgetSession() {
      isForgotten = true;
      for (const key of keysOf(current()).filter(isToken)) current().removeItem(key);
    },
  };
}

/** This page's storage. */
export const authStorage = createAuthStorage(window.localStorage, window.sessionStorage);
