import type { TokenStorage } from "@convex-dev/auth/react";

/** Key of the choice between the two storages; without it, sign-ins are remembered. */
const MODE_KEY = "sms.session";

export interface AuthStorage extends TokenStorage {
  /**
   * Sets where the next sign-in keeps its tokens: in the browser (true) or in this tab only
   * (false).
   */
  remember(remembered: boolean): void;
  /** True if the present session is kept in the browser, and not in this tab only. */
  isRemembered(): boolean;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** True if tokens of a session are stored here. The server may have ended that session. */
  hasSession(): boolean;
  /**
   * Erases the tokens, whether or not the server has ended their session. New ones that were asked
   * for before, and arrive late, are not stored; those of a sign-in are, after `remember`.
   */
  forgetSession(): void;
}

/**
 * The name under which @convex-dev/auth stores the refresh token, before `_` and the deployment's
 * address without punctuation. The library's lock has it, too.
 */
export const REFRESH_TOKEN = "__convexAuthRefreshToken";
/** The same for the access token. */
export const ACCESS_TOKEN = "__convexAuthJWT";

const isToken = (key: string) => key.startsWith(REFRESH_TOKEN) || key.startsWith(ACCESS_TOKEN);

/**
 * Implements "Remember me next time". Ticked, tokens are kept in the browser and shared by its
 * tabs. Unticked, they live in the tab and are gone when it closes; the tab stays unremembered
 * through a reload.
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
