import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { InvitationsScreen } from "@/features/invitations/InvitationsScreen";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

/** The page Invitations. The server's part: tests/convex/accounts/invitations.test.ts. */

afterEach(cleanup);

test("an open invitation shows the thresholds that were set beforehand, and no others", async () => {
  const invitation = { role: "user", invitedAt: 1, expiresAt: Date.now() + 60_000 };
  const convex = new FakeConvex().answerPage("invitations:list", () => [
    { ...invitation, email: "nora@lab.example", samplmax: 25, trInTransitDays: 0 },
    { ...invitation, email: "ola@lab.example" },
  ]);
  await renderScreen(convex, <InvitationsScreen />);
  const [nora, ola] = await screen.findAllByRole("listitem");
  const row = (item: HTMLElement | undefined) => within(item ?? document.body);
  expect(row(nora).getByText("Days in transit: 0 · Samples in use: 25")).toBeTruthy();
  expect(row(ola).queryByText(/Days in transit|Samples in use/)).toBeNull();
});

test("what is left to correct keeps the role and supervisor, and the next batch has none", async () => {
  let outcomes = [
    { email: "nora@lab.example", outcome: "invited" },
    { email: "ola@else.example", outcome: "wrongDomain" },
  ];
  const convex = new FakeConvex()
    .answerPage("invitations:list", () => [])
    .answer("users:recipients", () => [])
    .answer("invitations:invite", () => outcomes);
  const { user } = await renderScreen(convex, <InvitationsScreen />);
  const addresses = screen.getByLabelText<HTMLTextAreaElement>("Email addresses");
  const supervisor = screen.getByRole<HTMLInputElement>("combobox", { name: /^Supervisor/ });
  await user.type(addresses, "nora@lab.example ola@else.example");
  await user.click(screen.getByRole("button", { name: "Admin" }));
  await user.type(supervisor, "ingrid@lab.example");
  await user.click(screen.getByRole("button", { name: "Invite" }));
  await screen.findByText("1 of 2 invited");
  expect([addresses.value, supervisor.value]).toEqual(["ola@else.example", "ingrid@lab.example"]);

  outcomes = [{ email: "ola@lab.example", outcome: "invited" }];
  await user.clear(addresses);
  await user.type(addresses, "ola@lab.example");
  await user.click(screen.getByRole("button", { name: "Invite" }));
  await screen.findByText("1 of 1 invited");
  expect(convex.sent.at(-1)?.args).toMatchObject({
    role: "admin",
    supervisor: "ingrid@lab.example",
  });
  expect([addresses.value, supervisor.value]).toEqual(["", ""]);
  expect(screen.getByRole("button", { name: "Admin" }).getAttribute("aria-pressed")).toBe("false");
});

test("an open invitation names the supervisor, not their address", async () => {
  const invitation = { role: "user", invitedAt: 1, expiresAt: Date.now() + 60_000 };
  const supervisor = "ingrid.vogel@lab.example";
  const convex = new FakeConvex()
    .answerPage("invitations:list", () => [{ ...invitation, email: "kim@lab.example", supervisor }])
    .answer("people:names", () => [
      { email: supervisor, displayName: "Ingrid Vogel", photoURL: "" },
    ]);
  await renderScreen(convex, <InvitationsScreen />);
  expect(await screen.findByText(/User · reports to/)).toBeTruthy();
  expect(await screen.findByText("Ingrid Vogel")).toBeTruthy();
});
