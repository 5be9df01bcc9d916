/** Signing in and signing up (docs/product.md, "Accounts"). */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NewPasswordForm } from "@/features/accounts/NewPasswordForm";
import { setPendingSignIn } from "@/features/accounts/pendingSignIn";
import { ResetRequestForm } from "@/features/accounts/ResetRequestForm";
import { ViewerProvider, type Viewer } from "@/hooks/data/useViewer";
import { SignInScreen } from "@/features/accounts/SignInScreen";
import { SignUpForm } from "@/features/accounts/SignUpForm";
import { VerifyForm } from "@/features/accounts/VerifyForm";
import { AuthenticatedNotice } from "@/features/shell/AuthenticatedNotice";
import type { PublicConfig } from "@/hooks/data/useConfig";
import { browserToken } from "@/lib/account/browserToken";
import { fakeAuth as auth } from "../../support/web/fakeAuth";
import { FakeConvex } from "../../support/web/fakeConvex";
import { fakePlaces } from "../../support/web/fakePlaces";
import { renderScreen } from "../../support/web/renderApp";

const LISBON = { address: "Lisbon, Portugal", city: "Lisbon", country: "Portugal" };
const CONFIG = { companyDomain: "company.com", companyName: "Lab", demo: null } as PublicConfig;
const EMAIL = "ana@company.com";
const PASSWORD = "Correct-horse!1";

beforeEach(() => {
  setPendingSignIn(null);
  const place = () => Promise.resolve({ ...LISBON, lat: 38.72, lng: -9.14 });
  const { search, nearest } = fakePlaces();
  search.mockImplementation(() => Promise.resolve([{ address: LISBON.address, place }]));
  nearest.mockResolvedValue({ ...LISBON, lat: 38.7, lng: -9.1 });
  auth.signIn.mockReset().mockResolvedValue({ signingIn: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a person whose account was locked reads so instead of the request to sign in", async () => {
  const convex = new FakeConvex().answer("config:public", () => CONFIG);
  await renderScreen(convex, <SignInScreen returnTo={null} isLocked />);
  expect(screen.getByRole("alert").textContent).toBe(
    "This account is disabled. Please ask an admin.",
  );
  expect(screen.queryByText("Please sign in to see that page.")).toBeNull();
});

describe("signing in", () => {
  const open = (config: PublicConfig | undefined) =>
    renderScreen(
      new FakeConvex().answer("config:public", () => config),
      <ViewerProvider value={{ email: EMAIL } as Viewer}>
        <AuthenticatedNotice />
        <SignInScreen returnTo={null} />
      </ViewerProvider>,
    );

  async function send(user: Awaited<ReturnType<typeof open>>["user"]) {
    await user.type(screen.getByLabelText("Email"), EMAIL);
    await user.type(screen.getByLabelText("Password"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Sign in" }));
  }

  test("sign-in remembers by default, and links to a new password and a new account", async () => {
    await open(CONFIG);
    const remember = screen.getByRole("checkbox", { name: "Remember me next time" });
    expect(remember.getAttribute("aria-checked")).toBe("true");
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(link("Forgot password?")).toBe("/auth/reset-password");
    expect(link("Sign up")).toBe("/auth/sign-up");
  });

  test("the page after sign-in welcomes the person by their address, without a toast", async () => {
    const { user } = await open(CONFIG);
    await send(user);
    expect(await screen.findByText(`Welcome ${EMAIL}`)).toBeTruthy();
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
    const sent = { flow: "signIn", email: EMAIL, password: PASSWORD, browser: browserToken() };
    expect(auth.signIn.mock.calls).toEqual([["password", sent]]);
  });

  test.each([
    [
      "User is not registered. Please register again",
      new ConvexError({
        code: "USER_UNKNOWN",
        message: "User is not registered. Please register again",
      }),
    ],
    ["An unknown error occurred. Please try again.", new Error("a bug")],
  ])("a failed sign-in says '%s' in a banner", async (message, failure) => {
    auth.signIn.mockRejectedValue(failure);
    const { user } = await open(CONFIG);
    await send(user);
    expect((await screen.findByRole("alert")).textContent).toBe(message);
  });

  test("one press on a demo's role signs in as a person of that role", async () => {
    const account = (email: string, role: "user" | "admin") => ({
      email,
      role,
      displayName: email,
    });
    const accounts = [account("h@company.com", "admin"), account("a@company.com", "user")];
    const demo = { password: PASSWORD, accounts };
    const { user } = await open({ ...CONFIG, demo });
    expect(screen.getByText(/^Sees all samples and people/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^a@company\.com/ }));
    const sent: unknown = expect.objectContaining({ email: "a@company.com", password: PASSWORD });
    expect(auth.signIn.mock.calls).toEqual([["password", sent]]);
    const second = screen.getByRole("link", { name: "open a second person" });
    expect(second.getAttribute("href")).toBe("/auth/sign-in?session=tab");
  });

  test("an invalid field shows its error in place, and gets the focus", async () => {
    const { user } = await open(CONFIG);
    await user.type(screen.getByLabelText("Email"), EMAIL);
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Password is required")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
    expect(auth.signIn).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText("Password"), "x");
    expect(screen.queryByText("Password is required")).toBeNull();
  });

  test("sign-in with an unverified address asks for the mailed code", async () => {
    const message = "Please go to your email to verify";
    auth.signIn.mockRejectedValue(new ConvexError({ code: "EMAIL_UNVERIFIED", message }));
    const { user } = await open(CONFIG);
    await send(user);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText("Code")).toBeTruthy();
  });

  describe("an account with a second factor", () => {
    const needed = new ConvexError({ code: "SECOND_FACTOR_NEEDED", message: "code" });
    const wrong = new ConvexError({
      code: "SECOND_FACTOR_WRONG",
      message: "The code is incorrect",
    });

    test("asks for the code of the app, then for another one, or for a recovery code", async () => {
      auth.signIn.mockRejectedValue(needed);
      const { user } = await open(CONFIG);
      await send(user);
      const code = await screen.findByLabelText("Enter the code from your authenticator app");
      expect(code.getAttribute("autocomplete")).toBe("one-time-code");
      expect(code.getAttribute("inputmode")).toBe("numeric");
      auth.signIn.mockRejectedValue(wrong);
      await user.type(code, "123 456");
      await user.click(screen.getByRole("button", { name: "Sign in" }));
      expect((await screen.findByRole("alert")).textContent).toBe("The code is incorrect");
      await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
      auth.signIn.mockResolvedValue({ signingIn: true });
      await user.type(screen.getByLabelText("Recovery code"), "abcd-efgh-jkmn");
      await user.click(screen.getByRole("button", { name: "Sign in" }));
      expect(await screen.findByText(`Welcome ${EMAIL}`)).toBeTruthy();
      const sent = { flow: "signIn", email: EMAIL, password: PASSWORD, browser: browserToken() };
      expect(auth.signIn.mock.calls.slice(1).map(([, params]) => params)).toEqual([
        { ...sent, secondCode: "123 456" },
        { ...sent, secondCode: "abcd-efgh-jkmn" },
      ]);
    });

    test("asks again from the start after Back to sign in", async () => {
      auth.signIn.mockRejectedValue(needed);
      const { user } = await open(CONFIG);
      await send(user);
      await user.click(await screen.findByRole("button", { name: "Back to sign in" }));
      expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    });

    test("is set up with the secret on the page when the role needs one", async () => {
      auth.signIn.mockRejectedValue(
        new ConvexError({ code: "SECOND_FACTOR_MISSING", message: "role" }),
      );
      const { user } = await open(CONFIG);
      await send(user);
      await screen.findByRole("heading", { name: "Set up your second factor" });
      const secret = document.querySelector("code")?.textContent?.replace(/ /g, "");
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(screen.getByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
      auth.signIn.mockResolvedValue({ signingIn: true });
      await user.type(screen.getByLabelText(/Enter the code/), "123456");
      await user.click(screen.getByRole("button", { name: "Turn on and sign in" }));
      expect(await screen.findByRole("button", { name: "Make recovery codes" })).toBeTruthy();
      expect(auth.signIn.mock.calls.at(-1)?.[1]).toMatchObject({
        newSecret: secret,
        secondCode: "123456",
      });
    });

    test("is asked for after a new password was chosen by mail", async () => {
      auth.signIn.mockRejectedValue(needed);
      const onChanged = vi.fn();
      const convex = new FakeConvex().answer("config:public", () => CONFIG);
      const page = (
        <NewPasswordForm email={EMAIL} code="1" onChanged={onChanged} onUnopened={vi.fn()} />
      );
      const { user } = await renderScreen(convex, page);
      await user.type(screen.getByLabelText("New password"), PASSWORD);
      await user.type(screen.getByLabelText("Repeat new password"), PASSWORD);
      await user.click(screen.getByRole("button", { name: "Set new password" }));
      await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
      cleanup();
      await open(CONFIG);
      expect(await screen.findByLabelText(/^Enter the code/)).toBeTruthy();
    });
  });

  const demo = { password: PASSWORD, accounts: [] };
  test.each([
    ["other", {}, "Ask its administrator for the code."],
    ["demo", { demo }, "In a terminal, npx sms mail list shows the code."],
    ["new", { needsAdmin: true }, "The “Mail” command that npm start printed shows the code."],
  ])(
    "where no mail is sent, the page explains how to get the code (%s deployment)",
    async (_, facts, advice) => {
      const config = { sendsMail: false, demo: null, ...facts };
      const convex = new FakeConvex().answer("config:public", () => config);
      const said = new RegExp(`This server cannot send e-mail yet.*${advice}`);
      for (const page of [
        <VerifyForm key="verify" email={EMAIL} />,
        <ResetRequestForm key="request" config={CONFIG} onSent={vi.fn()} onHasCode={vi.fn()} />,
        <NewPasswordForm key="new" email={EMAIL} onChanged={vi.fn()} onUnopened={vi.fn()} />,
      ]) {
        await renderScreen(convex, page);
        expect(document.body.textContent).toMatch(said);
        cleanup();
      }
    },
  );

  test("requesting a new code removes the refusal of the previous one", async () => {
    auth.signIn.mockRejectedValue(new ConvexError({ code: "EMAIL_UNVERIFIED", message: "mail" }));
    const { user } = await open(CONFIG);
    await send(user);
    const message = "The code is incorrect or has expired. Please ask for a new one.";
    auth.signIn.mockRejectedValue(new ConvexError({ code: "CODE_WRONG", message }));
    await user.type(await screen.findByLabelText("Code"), "00000000");
    await user.click(screen.getByRole("button", { name: "Verify and sign in" }));
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    auth.signIn.mockResolvedValue({ signingIn: false });
    await user.click(screen.getByRole("button", { name: "Send a new code" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  test("a page that was opened offline still leads to /500", async () => {
    auth.signIn.mockRejectedValue(new Error("Connection lost while action was in flight"));
    const { user, router } = await open(undefined);
    await send(user);
    await waitFor(() => expect(router.state.location.pathname).toBe("/500"));
  });

  test("signing in offline is not attempted, and the form explains why", async () => {
    await open(CONFIG);
    const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" });
    expect([screen.queryByText(/^No connection\./), button().disabled]).toEqual([null, false]);
    act(() => void window.dispatchEvent(new Event("offline")));
    screen.getByText("No connection. Signing in needs the server.");
    expect(button().disabled).toBe(true);
    act(() => void window.dispatchEvent(new Event("online")));
    expect([screen.queryByText(/^No connection\./), button().disabled]).toEqual([null, false]);
  });

  test("sign-in offline leads to /500", async () => {
    auth.signIn.mockRejectedValue(new Error("Connection lost while action was in flight"));
    const { user, router } = await open(CONFIG);
    await send(user);
    await waitFor(() => expect(router.state.location.pathname).toBe("/500"));
  });
});

describe("signing up", () => {
  /**
   * @param device position that the browser reports; undefined: an insecure page, without
   * geolocation
   */
  const open = (device?: { latitude: number; longitude: number }) => {
    vi.stubGlobal("isSecureContext", device !== undefined);
    vi.stubGlobal("navigator", {
      clipboard: navigator.clipboard,
      userAgent: navigator.userAgent,
      geolocation: {
        getCurrentPosition: (tell: (position: object) => void) => tell({ coords: device }),
      },
    });
    return renderScreen(new FakeConvex(), <SignUpForm config={CONFIG} onDone={vi.fn()} />);
  };
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

  test("a new password for a never activated account asks for the person's profile", async () => {
    auth.signIn.mockRejectedValue(new ConvexError({ code: "PROFILE_MISSING", message: "who" }));
    const onUnopened = vi.fn();
    const form = { email: EMAIL, code: "12345678", onChanged: vi.fn(), onUnopened };
    const { user } = await renderScreen(new FakeConvex(), <NewPasswordForm {...form} />);
    await user.type(value("New password"), PASSWORD);
    await user.type(value("Repeat new password"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Set new password" }));
    const typed = { code: "12345678", newPassword: PASSWORD };
    await waitFor(() => expect(onUnopened).toHaveBeenCalledWith(typed));
  });

  test("the profile is sent with the code and the new password, which is not typed again", async () => {
    const proof = { email: EMAIL, code: "12345678", newPassword: PASSWORD };
    const onDone = vi.fn();
    const { user } = await renderScreen(
      new FakeConvex(),
      <SignUpForm config={CONFIG} proof={proof} onDone={onDone} />,
    );
    await user.type(value("First name"), "Ana");
    await user.type(value("Last name"), "Lima");
    await user.type(value("Passport"), "P1");
    await user.type(value("Phone number"), "+55 11 91234 5678");
    await user.type(value("Location"), "Lis");
    await user.click(await screen.findByRole("option", { name: LISBON.address }));
    await waitFor(() => expect(value("Country").value).toBe("Portugal"));
    await user.click(screen.getByRole("button", { name: "Join" }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(auth.signIn.mock.lastCall?.[1]).toMatchObject({
      flow: "resetVerify",
      email: EMAIL,
      code: "12345678",
      newPassword: PASSWORD,
      person: { firstName: "Ana", lastName: "Lima", passport: "P1", country: "Portugal" },
    });
  });

  test("sign-up takes country and city from the picked address", async () => {
    const { user } = await open();
    for (const label of ["Country", "City"]) expect(value(label)).toMatchObject({ readOnly: true });
    await user.type(value("Location"), "Lis");
    await user.click(await screen.findByRole("option", { name: LISBON.address }));
    await waitFor(() => expect(value("Country").value).toBe("Portugal"));
    expect(value("City").value).toBe("Lisbon");
    // Editing a picked address turns it into free text.
    await user.type(value("Location"), "x");
    expect(value("Country").value).toBe("");
  });

  test("sign-up asks to enable the location if the browser reports none", async () => {
    await open();
    expect(screen.getByText("Please enable location")).toBeTruthy();
  });

  test("sign-up sends the typed fields, the picked place and the device's location", async () => {
    const { user } = await open({ latitude: 38.7, longitude: -9.1 });
    const typed = {
      "First name": "Ana",
      "Last name": "Lima",
      Passport: "P1",
      Email: EMAIL,
      "Phone number": "+351 210 000 000",
      Password: PASSWORD,
      "Repeat password": PASSWORD,
    };
    for (const [label, text] of Object.entries(typed)) {
      await user.click(value(label));
      await user.paste(text);
    }
    await user.type(value("Location"), "Lis");
    await user.click(await screen.findByRole("option", { name: LISBON.address }));
    await waitFor(() => expect(value("City").value).toBe("Lisbon"));
    await user.click(screen.getByRole("button", { name: "Sign up" }));
    await waitFor(() => expect(auth.signIn).toHaveBeenCalledOnce());
    expect(auth.signIn.mock.calls[0]).toEqual([
      "password",
      {
        flow: "signUp",
        firstName: "Ana",
        lastName: "Lima",
        passport: "P1",
        email: EMAIL,
        password: PASSWORD,
        phoneNumber: "+351 210 000 000",
        userLocation: LISBON.address,
        country: "Portugal",
        city: "Lisbon",
        userLat: 38.72,
        userLng: -9.14,
        browser: browserToken(),
        realLat: 38.7,
        realLng: -9.1,
        realLocation: LISBON.address,
      },
    ]);
  });
});
