import { UnsecuredJWT } from "jose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createAuthStorage } from "@/lib/account/authStorage";
import { renewedStorage } from "@/lib/account/renewedStorage";

const DEPLOYMENT = "http://localhost:3210";
const ACCESS_KEY = "__convexAuthJWT_httplocalhost3210";
const REFRESH_KEY = "__convexAuthRefreshToken_httplocalhost3210";
const NEW = { token: "new", refreshToken: "refresh 2" };

/** @param lifetimeS from now on; negative: expired since then */
const tokenOf = (lifetimeS: number) =>
  new UnsecuredJWT().setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeS).encode();

function sessionWith(token: string) {
  const storage = createAuthStorage(localStorage, sessionStorage);
  storage.setItem(ACCESS_KEY, token);
  storage.setItem(REFRESH_KEY, "refresh 1");
  return storage;
}

describe("the session that a page finds stored", () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test("an expired access token is renewed before it is read, with one call", async () => {
    const renew = vi.fn().mockResolvedValue(NEW);
    const storage = renewedStorage(sessionWith(tokenOf(-60)), DEPLOYMENT, renew);
    expect(await storage.getItem(ACCESS_KEY)).toBe("new");
    expect(await storage.getItem(REFRESH_KEY)).toBe("refresh 2");
    expect(renew.mock.calls).toEqual([["refresh 1"]]);
  });

  test.each([
    ["is good for minutes", tokenOf(240)],
    ["is no token", "?"],
  ])("an access token that %s is read as it is", async (_, token) => {
    const renew = vi.fn();
    const storage = renewedStorage(sessionWith(token), DEPLOYMENT, renew);
    expect(await storage.getItem(ACCESS_KEY)).toBe(token);
    expect(renew).not.toHaveBeenCalled();
  });

  test.each([
    ["that the server refuses", () => Promise.resolve(null)],
    ["without a network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("a renewal %s leaves both tokens to the auth library", async (_, renew) => {
    const expired = tokenOf(-60);
    const storage = renewedStorage(sessionWith(expired), DEPLOYMENT, renew);
    expect(await storage.getItem(ACCESS_KEY)).toBe(expired);
    expect(await storage.getItem(REFRESH_KEY)).toBe("refresh 1");
  });

  test("a sign-out in another tab during the renewal stays one", async () => {
    const session = sessionWith(tokenOf(-60));
    const storage = renewedStorage(session, DEPLOYMENT, () => {
      session.removeItem(ACCESS_KEY);
      session.removeItem(REFRESH_KEY);
      return Promise.resolve(NEW);
    });
    expect(await storage.getItem(ACCESS_KEY)).toBeNull();
    expect(session.hasSession()).toBe(false);
  });

  test("a page without a session renews nothing", async () => {
    const renew = vi.fn();
    const session = createAuthStorage(localStorage, sessionStorage);
    const storage = renewedStorage(session, DEPLOYMENT, renew);
    expect(await storage.getItem(ACCESS_KEY)).toBeNull();
    expect(renew).not.toHaveBeenCalled();
  });
});
