/** The second factor in the profile, and what admins see and change of it. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, describe, expect, test } from "vitest";
import { SecondFactorCard } from "@/features/profile/SecondFactorCard";
import { RequiredSecondFactor } from "@/features/settings/RequiredSecondFactor";
import { SecondFactorForm } from "@/features/settings/SecondFactorForm";
import { ViewerProvider } from "@/hooks/data/useViewer";
import { refusalOf } from "#domain/common/errors";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aPerson } from "../../support/web/webPeople";

const ana = aPerson({ email: "ana@company.com", displayName: "Ana Lima" });
const CODES = Array.from({ length: 10 }, (_, number) => `${number}123456789AB`);
const OFF = { isOn: false, isRequired: false, recoveryCodesLeft: 0, hasPassword: true };

afterEach(cleanup);

describe("the card in the profile", () => {
  const open = (convex: FakeConvex) =>
    renderScreen(
      convex.answer("config:public", () => ({ companyName: "Lab" })),
      <ViewerProvider value={{ ...ana, standsInFor: [] }}>
        <SecondFactorCard />
      </ViewerProvider>,
    );

  test("sets it up with the secret on the page, and shows the recovery codes", async () => {
    const convex = new FakeConvex()
      .answer("secondFactors:mine", () => OFF)
      .answer("secondFactors:turnOn", () => CODES);
    const { user } = await open(convex);
    await user.click(await screen.findByRole("button", { name: "Set up" }));
    const dialog = within(await screen.findByRole("dialog"));
    const secret = dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent?.replace(/ /g, "");
    await user.type(dialog.getByLabelText("Code from your authenticator app"), "123 456");
    await user.type(dialog.getByLabelText("Your password"), "Correct-horse!1");
    await user.click(dialog.getByRole("button", { name: "Turn on" }));
    const list = within(await dialog.findByRole("list", { name: "Recovery codes" }));
    expect(list.getAllByRole("listitem")).toHaveLength(10);
    expect(list.getByText("0123-4567-89AB")).toBeTruthy();
    expect(convex.sent).toEqual([
      {
        name: "secondFactors:turnOn",
        args: { password: "Correct-horse!1", secret, code: "123 456" },
      },
    ]);
    await user.click(dialog.getByRole("button", { name: "I have saved them" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("shows a refusal at its field", async () => {
    const convex = new FakeConvex()
      .answer("secondFactors:mine", () => ({ ...OFF, isOn: true, recoveryCodesLeft: 9 }))
      .answer("secondFactors:turnOff", () => {
        throw new ConvexError(refusalOf("SECOND_FACTOR_WRONG", {}, "code"));
      });
    const { user } = await open(convex);
    expect(await screen.findByText(/9 recovery codes left/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Code"), "123456");
    await user.type(dialog.getByLabelText("Your password"), "Correct-horse!1");
    await user.click(dialog.getByRole("button", { name: "Turn off" }));
    expect((await dialog.findByRole("alert")).textContent).toMatch(/^The code is incorrect/);
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Code")));
  });

  test.each([
    [0, "You have no recovery codes."],
    [3, "You have only a few recovery codes left."],
  ])("warns of %i recovery codes", async (recoveryCodesLeft, warning) => {
    const convex = new FakeConvex();
    convex.answer("secondFactors:mine", () => ({ ...OFF, isOn: true, recoveryCodesLeft }));
    await open(convex);
    expect(await screen.findByText(new RegExp(warning))).toBeTruthy();
  });

  test("is hidden from people who have no password", async () => {
    const convex = new FakeConvex();
    await open(convex.answer("secondFactors:mine", () => ({ ...OFF, hasPassword: false })));
    await waitFor(() => expect(screen.queryByText("Second factor")).toBeNull());
  });
});

describe("an admin", () => {
  test.each([
    [["user"], undefined, "Required by the role, not set up yet"],
    [[], undefined, "Off: they sign in with the password"],
    [["user"], 1, "On: signing in"],
  ])("sees %j, %j as: %s", async (roles, secondFactorSince, text) => {
    const convex = new FakeConvex().answer("secondFactors:roles", () => roles);
    const employee = { ...ana, ...(secondFactorSince && { secondFactorSince }) };
    await renderScreen(convex, <SecondFactorForm employee={employee} isOwn={false} />);
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    const resets = screen.queryAllByRole("button", { name: "Reset second factor" });
    expect(resets).toHaveLength(secondFactorSince === undefined ? 0 : 1);
  });

  test("resets another person's, with a reason", async () => {
    const convex = new FakeConvex().answer("secondFactors:roles", () => []);
    const employee = { ...ana, secondFactorSince: 1 };
    const page = <SecondFactorForm employee={employee} isOwn={false} />;
    const { user } = await renderScreen(convex, page);
    await user.type(await screen.findByLabelText("Reason for the reset"), "Lost phone");
    await user.click(screen.getByRole("button", { name: "Reset second factor" }));
    const args = { email: ana.email, reason: "Lost phone" };
    await waitFor(() => expect(convex.sent).toEqual([{ name: "secondFactors:reset", args }]));
  });

  test("chooses the roles that must have one", async () => {
    const convex = new FakeConvex().answer("secondFactors:roles", () => ["admin"]);
    const { user } = await renderScreen(convex, <RequiredSecondFactor />);
    const box = (name: string) => screen.getByRole("checkbox", { name });
    await waitFor(() => expect(box("Admin").getAttribute("aria-checked")).toBe("true"));
    await user.click(box("Supervisor"));
    await user.click(screen.getByRole("button", { name: "Save" }));
    const args = { roles: ["supervisor", "admin"] };
    await waitFor(() => expect(convex.sent).toEqual([{ name: "secondFactors:setRoles", args }]));
  });
});
