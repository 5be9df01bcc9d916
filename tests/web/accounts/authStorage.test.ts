import { beforeEach, describe, expect, test } from "vitest";
import { createAuthStorage } from "@/lib/account/authStorage";

const TOKEN = "__convexAuthRefreshToken_httplocalhost3210";

describe("remember me next time", () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const open = () => createAuthStorage(localStorage, sessionStorage);

  test("'Remember me' ticked keeps the session in the browser", () => {
    const storage = open();
    storage.remember(true);
    storage.setItem(TOKEN, "t");
    expect(localStorage.getItem(TOKEN)).toBe("t");
    expect(open().hasSession()).toBe(true);
    expect(open().isRemembered()).toBe(true);
  });

  test("'Remember me' unticked keeps the session in the tab alone", () => {
    const storage = open();
    storage.remember(false);
    storage.setItem(TOKEN, "t");
    expect(localStorage.getItem(TOKEN)).toBeNull();
    expect(storage.getItem(TOKEN)).toBe("t");
    expect(storage.isRemembered()).toBe(false);
  });

  test("an unremembered session outlives a reload and ends with the tab", () => {
    const storage = open();
    storage.remember(false);
    storage.setItem(TOKEN, "t");
    expect(open().hasSession()).toBe(true); // a reload keeps sessionStorage
    sessionStorage.clear(); // closing the tab does not
    expect(open().hasSession()).toBe(false);
  });

  test("a tab's own session hides the one that another person left in the browser", () => {
    localStorage.setItem(TOKEN, "somebody else's");
    const storage = open();
    storage.remember(false);
    expect(storage.getItem(TOKEN)).toBeNull();
    expect(storage.hasSession()).toBe(false);
  });

  test("there is no stored session before a sign-in and after a sign-out", () => {
    const storage = open();
    expect(storage.hasSession()).toBe(false);
    storage.setItem(TOKEN, "t");
    storage.removeItem(TOKEN);
    expect(storage.hasSession()).toBe(false);
  });

  test("tokens that arrive after a sign-out are not stored, those of the next sign-in are", () => {
    const storage = open();
    storage.setItem(TOKEN, "t");
    storage.forgetSession();
    storage.setItem(TOKEN, "renewed while the session ended");
    expect(storage.hasSession()).toBe(false);
    storage.remember(true);
    storage.setItem(TOKEN, "of the next person");
    expect(storage.getItem(TOKEN)).toBe("of the next person");
  });
});
