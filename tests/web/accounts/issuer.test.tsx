/** Sign-in through the company's service, in the browser (docs/product.md, "Company sign-in"). */
import { cleanup, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallbackScreen } from "@/features/accounts/CallbackScreen";
import { LinkScreen } from "@/features/accounts/LinkScreen";
import { SignInScreen } from "@/features/accounts/SignInScreen";
import type { PublicConfig } from "@/hooks/data/useConfig";
import { authStorage } from "@/lib/account/authStorage";
import { askAgainAtIssuer } from "@/lib/issuerSignIn";
import { eventually } from "../../support/eventually";
import { fakeAuth as auth } from "../../support/web/fakeAuth";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

const CONFIG = {
  companyDomain: "company.com",
  companyName: "Lab",
  baseUrl: window.location.origin,
  demo: null,
  allowsPasswords: true,
  issuerLabel: "Sign in with Acme",
} as PublicConfig;
const refused = (code: string, message: string) => {
  throw new ConvexError({ code, message });
};
const withConfig = (config: Partial<PublicConfig> = {}) =>
  new FakeConvex().answer("config:public", () => ({ ...CONFIG, ...config }));

const assign = vi.fn();
beforeEach(() => {
  auth.signIn.mockReset().mockResolvedValue({ signingIn: true });
  vi.spyOn(window.location, "assign").mockImplementation(assign.mockClear());
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe("the sign-in page", () => {
  const open = (convex: FakeConvex) => renderScreen(convex, <SignInScreen returnTo="/private" />);
  const button = () => screen.getByRole("button", { name: "Sign in with Acme" });

  test("shows the issuer's button above the password form", async () => {
    await open(withConfig());
    expect(button()).toBeTruthy();
    expect(screen.getByLabelText("Password")).toBeTruthy();
  });

  test("shows neither password form nor sign-up while passwords are off", async () => {
    await open(withConfig({ allowsPasswords: false }));
    expect(button()).toBeTruthy();
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.queryByRole("link", { name: "Sign up" })).toBeNull();
  });

  test("shows no issuer button without an issuer", async () => {
    await open(withConfig({ issuerLabel: null }));
    expect(screen.queryByRole("button", { name: /Acme/ })).toBeNull();
  });

  test("navigates to the issuer, and stores the server's secret in the tab", async () => {
    const convex = withConfig().answer("issuer:begin", () => ({
      url: "https://login.example/auth?state=s",
      verifier: "v",
    }));
    const { user } = await open(convex);
    await user.click(button());
    expect(assign.mock.calls).toEqual([["https://login.example/auth?state=s"]]);
    expect(convex.sent).toEqual([{ name: "issuer:begin", args: { asksAgain: false } }]);
    expect(JSON.parse(sessionStorage.getItem("sms.issuer") ?? "")).toEqual({
      verifier: "v",
      returnTo: "/private",
    });
  });

  test("makes the issuer ask for the credentials after an idle sign-out", async () => {
    askAgainAtIssuer();
    const convex = withConfig().answer("issuer:begin", () => ({ url: "/", verifier: "v" }));
    const { user } = await open(convex);
    await user.click(button());
    expect(convex.sent).toEqual([{ name: "issuer:begin", args: { asksAgain: true } }]);
  });

  test("shows why a sign-in cannot begin, and lets the person try again", async () => {
    const convex = withConfig().answer("issuer:begin", () => refused("X", "It does not answer."));
    const { user } = await open(convex);
    await user.click(button());
    expect((await screen.findByRole("alert")).textContent).toBe("It does not answer.");
    expect(button().getAttribute("aria-busy")).not.toBe("true");
    expect(assign).not.toHaveBeenCalled();
  });

  test("leads to the app's own address first, to which the issuer redirects", async () => {
    const { user } = await open(withConfig({ baseUrl: "https://sms.example" }));
    await user.click(button());
    const [[target] = []] = assign.mock.calls as string[][];
    expect(target).toMatch(/^https:\/\/sms\.example\//);
  });

  test("keeps the session only in the tab for a person who does not want to be remembered", async () => {
    const { user } = await open(withConfig({ allowsPasswords: false }));
    await user.click(screen.getByRole("checkbox", { name: "Remember me next time" }));
    expect(authStorage.isRemembered()).toBe(false);
  });
});

describe("coming back from the issuer", () => {
  let answers = 0;
  const open = (convex: FakeConvex, hasBegun = true) => {
    const begun = { verifier: "v", returnTo: null };
    if (hasBegun) sessionStorage.setItem("sms.issuer", JSON.stringify(begun));
    return renderScreen(convex, <CallbackScreen answer={`?code=c&state=s${++answers}`} />);
  };

  test("a person with an account is signed in by the server's proof", async () => {
    const next = { kind: "enter", email: "ana@company.com" };
    const convex = withConfig().answer("issuer:finish", () => next);
    askAgainAtIssuer();
    await open(convex);
    await eventually(() => expect(auth.signIn).toHaveBeenCalledOnce());
    const proof: unknown = expect.objectContaining({
      flow: "issuer",
      state: `s${answers}`,
      verifier: "v",
    });
    expect(auth.signIn.mock.calls).toEqual([["ticket", proof]]);
    expect(convex.sent).toHaveLength(1);
    expect(sessionStorage.getItem("sms.issuer")).toBeNull();
    expect(localStorage.getItem("sms.issuer.askAgain")).toBeNull();
  });

  test("a newcomer gets a form filled in with the claims, without a password field", async () => {
    const next = { kind: "signUp", email: "nora@company.com", firstName: "Nora", lastName: "Berg" };
    await open(withConfig().answer("issuer:finish", () => ({ ...next, phoneNumber: "+47 1" })));
    expect(await screen.findByRole("heading", { name: "Who are you?" })).toBeTruthy();
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    expect(["First name", "Last name", "Phone number", "Email"].map(value)).toEqual([
      "Nora",
      "Berg",
      "+47 1",
      "nora@company.com",
    ]);
    expect(screen.queryByLabelText("Password")).toBeNull();
  });

  test("a refusal is shown, and the issuer asks again, for another account", async () => {
    await open(withConfig().answer("issuer:finish", () => refused("X", "Not of the company")));
    expect((await screen.findByRole("alert")).textContent).toBe("Not of the company");
    expect(localStorage.getItem("sms.issuer.askAgain")).toBe("1");
    const back = screen.getByRole("link", { name: "Back to sign in" });
    expect(back.getAttribute("href")).toBe("/auth/sign-in");
    expect(auth.signIn).not.toHaveBeenCalled();
  });

  test("an answer to a sign-in that this tab did not begin never reaches the server", async () => {
    const convex = withConfig();
    await open(convex, false);
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /was started in another browser/,
    );
    expect(convex.sent).toEqual([]);
  });
});

test("an operator's link waits for a press, and shows when it is used up", async () => {
  auth.signIn.mockRejectedValue(new ConvexError({ code: "LINK_WRONG", message: "Used." }));
  const { user } = await renderScreen(withConfig(), <LinkScreen token="t" />);
  expect(auth.signIn).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Used.");
});
