import { beforeEach, describe, expect, test } from "vitest";
import { browserToken } from "@/lib/account/browserToken";

describe("the browser's token", () => {
  beforeEach(() => localStorage.clear());

  test("is the same on every call", () => {
    const token = browserToken();
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(browserToken()).toBe(token);
  });

  test("is another one in another browser", () => {
    const token = browserToken();
    localStorage.clear();
    expect(browserToken()).not.toBe(token);
  });

  test("is made anew where what is stored is none", () => {
    localStorage.setItem("sms.browser", "$damaged");
    expect(browserToken()).toMatch(/^[0-9a-f]{32}$/);
  });
});
