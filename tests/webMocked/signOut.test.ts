import { renderHook } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSignOut } from "@/features/shell/useSignOut";
import { authStorage } from "@/lib/account/authStorage";

const said = vi.hoisted(() => ({ signOut: vi.fn(), deleteCopy: vi.fn(), signOutUrl: vi.fn() }));
vi.mock("@convex-dev/auth/react", () => ({ useAuthActions: () => ({ signOut: said.signOut }) }));
vi.mock("convex/react", () => ({ useConvex: () => ({ action: said.signOutUrl }) }));
vi.mock("@/lib/tables/sampleCopy", () => ({ deleteCopy: said.deleteCopy }));

const TOKENS = ["__convexAuthRefreshToken_lab", "__convexAuthJWT_lab"];
const never = () => new Promise<void>(() => undefined);
const replace = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  for (const key of TOKENS) authStorage.setItem(key, "token");
  vi.spyOn(window.location, "replace").mockImplementation(replace.mockClear());
  said.signOut.mockReset().mockResolvedValue(undefined);
  said.deleteCopy.mockReset().mockResolvedValue(undefined);
  said.signOutUrl.mockReset().mockResolvedValue(null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a sign-out deletes the replica while the session is still valid, then ends the session", async () => {
  const { result } = renderHook(useSignOut);
  await result.current("/auth/sign-in");
  expect(said.deleteCopy).toHaveBeenCalledBefore(said.signOut);
  expect(replace.mock.calls).toEqual([["/auth/sign-in"]]);
});

test("a session that began at the issuer ends there too, after the one here", async () => {
  said.signOutUrl.mockResolvedValue("https://login.example/end");
  const { result } = renderHook(useSignOut);
  await result.current("/auth/sign-in");
  expect(said.signOutUrl).toHaveBeenCalledBefore(said.signOut);
  expect(replace.mock.calls).toEqual([["https://login.example/end"]]);
});

test.each([
  ["a sign-out deletes", false, []],
  ["an idle sign-out keeps", true, ["basket ana@lab", "sms.recentSamples"]],
] as const)("%s the baskets and the opened samples of the tab", async (_, isIdle, kept) => {
  for (const key of ["basket ana@lab", "sms.recentSamples"]) sessionStorage.setItem(key, "x");
  const { result } = renderHook(useSignOut);
  await result.current("/", { isIdle });
  expect(Object.keys(sessionStorage).filter((key) => /^(basket|sms\.recent)/.test(key))).toEqual(
    kept,
  );
  sessionStorage.clear();
});

test("an idle sign-out keeps the issuer's session, and makes the issuer ask for credentials again", async () => {
  const { result } = renderHook(useSignOut);
  await result.current("/", { isIdle: true });
  expect(said.signOutUrl).not.toHaveBeenCalled();
  expect(replace.mock.calls).toEqual([["/"]]);
  expect(localStorage.getItem("sms.issuer.askAgain")).toBe("1");
});

test.each(["deleteCopy", "signOutUrl", "signOut"] as const)(
  "signing out leaves no token in the browser even if the server never answers %s",
  async (unanswered) => {
    said[unanswered].mockImplementation(never);
    const { result } = renderHook(useSignOut);
    const hasLeft = result.current("/auth/sign-in");
    await vi.advanceTimersByTimeAsync(3_000);
    await hasLeft;
    expect(authStorage.hasSession()).toBe(false);
    expect(TOKENS.map((key) => authStorage.getItem(key))).toEqual([null, null]);
    expect(replace.mock.calls).toEqual([["/auth/sign-in"]]);
  },
);

test("a sign-out that waits for the server shows that, and a quick one does not", async () => {
  const loading = vi.spyOn(toast, "loading");
  const { result } = renderHook(useSignOut);
  await result.current("/auth/sign-in");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loading).not.toHaveBeenCalled();
  said.signOut.mockImplementation(never);
  void result.current("/auth/sign-in");
  await vi.advanceTimersByTimeAsync(500);
  expect(loading).toHaveBeenCalledExactlyOnceWith("Signing out…");
});

test("a replica that cannot be deleted does not keep the session alive", async () => {
  said.deleteCopy.mockRejectedValue(new Error("no IndexedDB"));
  const { result } = renderHook(useSignOut);
  await result.current("/auth/sign-in");
  expect(said.signOut).toHaveBeenCalledOnce();
});
