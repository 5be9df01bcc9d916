import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { InvitationsScreen } from "@/features/invitations/InvitationsScreen";
import { FakeConvex } from "../support/fakeConvex";
import { renderScreen } from "../support/renderApp";

/** The page Invitations. The server's part: tests/convex/invitations.test.ts. */

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
