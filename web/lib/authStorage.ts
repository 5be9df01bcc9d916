import type { TokenStorage } from "@convex-dev/auth/react";

/** Says which of the two storages holds the session. Absent: remembered. */
const MODE_KEY = "sms.session";

export interface AuthStorage extends TokenStorage {
  /** Where the next sign-in keeps its tokens: the browser (true) or this tab only (false). */
  remember(remembered: boolean): void;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Whether somebody signed in here before; says nothing about whether the server still agrees. */
  hasSession(): boolean;
}

/** How @convex-dev/auth names the key of the refresh token. */
const REFRESH_TOKEN_PREFIX = "__convexAuthRefreshToken";

/**
 * "Remember me next time": ticked, tokens are kept in the browser and shared by its tabs; unticked,
 * they live in the tab and are gone when it closes. A tab that was not remembered stays so on reload.
 */
export function createAuthStorage(browser: Storage, tab: Storage): AuthStorage {
  const current = () => (tab.getItem(MODE_KEY) === "tab" ? tab : browser);
  const hasToken = (storage: Storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index)).some((key) =>
      key?.startsWith(REFRESH_TOKEN_PREFIX),
    );
  return {
    remember(remembered) {
      if (remembered) tab.removeItem(MODE_KEY);
      else tab.setItem(MODE_KEY, "tab");
    },
    getItem: (key) => current().getItem(key),
    setItem: (key, value) => current().setItem(key, value),
    removeItem: (key) => current().removeItem(key),
    hasSession: () => hasToken(current()),
  };
}

/** This page's storage. */
export const authStorage = createAuthStorage(window.localStorage, window.sessionStorage);
