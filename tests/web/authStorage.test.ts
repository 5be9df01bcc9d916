import { beforeEach, describe, expect, it } from "vitest";
import { createAuthStorage } from "@/lib/authStorage";

const TOKEN = "__convexAuthRefreshToken_httplocalhost3210";

describe("remember me next time", () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const open = () => createAuthStorage(localStorage, sessionStorage);

  it("keeps the session in the browser when ticked", () => {
    const storage = open();
    storage.remember(true);
    storage.setItem(TOKEN, "t");
    expect(localStorage.getItem(TOKEN)).toBe("t");
    expect(open().hasSession()).toBe(true);
  });

  it("keeps the session in the tab alone when unticked", () => {
    const storage = open();
    storage.remember(false);
    storage.setItem(TOKEN, "t");
    expect(localStorage.getItem(TOKEN)).toBeNull();
    expect(storage.getItem(TOKEN)).toBe("t");
  });

  it("keeps an unremembered session through a reload, and ends it with the tab", () => {
    const storage = open();
    storage.remember(false);
    storage.setItem(TOKEN, "t");
    expect(open().hasSession()).toBe(true); // a reload keeps sessionStorage
    sessionStorage.clear(); // closing the tab does not
    expect(open().hasSession()).toBe(false);
  });

  it("does not let a tab's session show what another person left in the browser", () => {
    localStorage.setItem(TOKEN, "somebody else's");
    const storage = open();
    storage.remember(false);
    expect(storage.getItem(TOKEN)).toBeNull();
    expect(storage.hasSession()).toBe(false);
  });

  it("knows of no session before anybody signed in, and after signing out", () => {
    const storage = open();
    expect(storage.hasSession()).toBe(false);
    storage.setItem(TOKEN, "t");
    storage.removeItem(TOKEN);
    expect(storage.hasSession()).toBe(false);
  });
});
