import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { LockAccount } from "@/features/leaving/LockAccount";
import { LeavingScreen } from "@/features/leaving/LeavingScreen";
import { ViewerProvider } from "@/hooks/data/useViewer";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aPerson } from "../../support/web/webPeople";
import { aSample } from "../../support/web/webSamples";

afterEach(cleanup);

const sara = aPerson({ displayName: "Sara Reis", role: "supervisor" });

describe("the screen for a person who leaves", () => {
  test("names the people who need another supervisor once the account is disabled", async () => {
    const convex = new FakeConvex().answer("users:update", () => ({
      unsupervised: ["ana@company.com", "bob@company.com"],
    }));
    const { user } = await renderScreen(convex, <LockAccount person={sara} isSelf={false} />);
    await user.click(await screen.findByRole("button", { name: "Disable account" }));
    await user.click(await screen.findByRole("button", { name: "Disable" }));
    await screen.findByText("Sara Reis no longer supervises anyone");
    await screen.findByText(/ana@company\.com, bob@company\.com$/);
    await user.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(screen.queryByText(/no longer supervises/)).toBeNull());
  });

  test("shows the supervisor what is left, and leaves the hand-over to admins", async () => {
    const sample = aSample({ samplmanag: sara.email });
    const convex = new FakeConvex()
      .answer("users:get", () => ({ ...sara, disabled: true, leftAt: 0 }))
      .answer("people:names", () => [])
      .answerPage("employees:holds", ({ status }) => (status === sample.status ? [sample] : []))
      .answer("employees:awaits", () => ({ samples: [], others: 0, isCut: false }));
    await renderScreen(
      convex,
      <ViewerProvider value={{ ...aPerson({ role: "supervisor" }), standsInFor: [] }}>
        <LeavingScreen uid={sara._id} />
      </ViewerProvider>,
    );
    await screen.findByText(sample.serialNumber);
    await screen.findByText("An admin hands these over. All admins have them in their inbox.");
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /Transfer|account/ })).toBeNull();
  });

  test("says that more waits for the person than it shows", async () => {
    const convex = new FakeConvex()
      .answer("users:get", () => sara)
      .answer("people:names", () => [])
      .answerPage("employees:holds", () => [])
      .answer("employees:awaits", () => ({
        samples: [aSample({ status: "In Transit", inTransitTo: sara.email })],
        others: 0,
        isCut: true,
      }));
    await renderScreen(
      convex,
      <ViewerProvider value={{ ...aPerson({ role: "admin" }), standsInFor: [] }}>
        <LeavingScreen uid={sara._id} />
      </ViewerProvider>,
    );
    const heading = await screen.findByRole("heading", { name: /^Waiting for their answer/ });
    expect(within(heading).getByText("1+")).toBeTruthy();
  });
});
