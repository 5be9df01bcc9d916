import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { useQuery } from "convex/react";
import { afterEach, describe, expect, test } from "vitest";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { ownReversals, possibleReversals } from "@/components/sample/reversals";
import { StepScreen } from "@/features/custody/StepScreen";
import { api } from "../../../convex/_generated/api";
import type { Actor } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

const ana: Actor = { email: "ana@company.com", role: "user" };
const bob: Actor = { email: "bob@company.com", role: "user" };
const admin: Actor = { email: "adam@company.com", role: "admin" };

const onItsWay = () =>
  aSample({ status: "In Transit", samplmanag: ana.email, inTransitTo: bob.email });

/** The buttons of a sample that is live, as on its page. */
function Live({ actor }: { actor: Actor }) {
  const sample = useQuery(api.samples.get, { sampleId: "sample1" });
  if (!sample) return null;
  return <ReversalButtons steps={possibleReversals(sample, actor)} sample={sample} actor={actor} />;
}

afterEach(cleanup);

describe("who may end a hand-over", () => {
  test("the person asked declines, the person who asked takes back, an admin does both", () => {
    expect(possibleReversals(onItsWay(), bob)).toEqual(["declineTransfer"]);
    expect(possibleReversals(onItsWay(), ana)).toEqual(["cancelTransfer"]);
    expect(possibleReversals(onItsWay(), admin)).toEqual(["declineTransfer", "cancelTransfer"]);
    expect(possibleReversals(aSample(), ana)).toEqual([]);
  });

  test("in a list an admin is offered only reversals of their own hand-overs", () => {
    expect(ownReversals(onItsWay(), admin)).toEqual([]);
    expect(ownReversals(onItsWay(), ana)).toEqual(["cancelTransfer"]);
  });
});

describe("taking back", () => {
  test("taking back needs no reason, happens once and says so", async () => {
    const convex = new FakeConvex()
      .answer("samples:get", onItsWay)
      .answer("custody:cancelTransfer", () => null);
    const { user } = await renderScreen(convex, <Live actor={ana} />);
    await user.click(await screen.findByRole("button", { name: /^Take back/ }));
    const dialog = within(screen.getByRole("alertdialog"));
    await user.dblClick(dialog.getByRole("button", { name: "Take back" }));
    expect(await screen.findByText("Transfer Cancelled Successfully")).toBeTruthy();
    expect(convex.sent).toHaveLength(1);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("taking back too late says so in the dialog, which stays open", async () => {
    const convex = new FakeConvex().answer("samples:get", onItsWay);
    const { user } = await renderScreen(convex, <Live actor={ana} />);
    await user.click(await screen.findByRole("button", { name: /^Take back/ }));
    convex.answer("samples:get", () => aSample({ status: "In Use", samplmanag: bob.email }));
    const refused = await screen.findByText(
      /^Cancel Transfer is not possible now: the sample is In Use/,
    );
    expect(refused.textContent).toContain("with Bob <bob@company.com>.");
    const dialog = within(screen.getByRole("alertdialog"));
    expect(dialog.queryByRole("button", { name: "Take back" })).toBeNull();
  });

  test("taking back is not refused because of its own change to the sample", async () => {
    let finish: (answer: null) => void = () => {};
    const convex = new FakeConvex()
      .answer("samples:get", onItsWay)
      .answer("custody:cancelTransfer", () => new Promise<null>((done) => (finish = done)));
    const { user } = await renderScreen(convex, <Live actor={ana} />);
    await user.click(await screen.findByRole("button", { name: /^Take back/ }));
    await user.click(
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Take back" }),
    );
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    convex.answer("samples:get", () => aSample({ status: "In Use", samplmanag: ana.email }));
    // Behind the dialog, the row has its new state.
    const behind = { name: /^Take back ./, hidden: true };
    await waitFor(() => expect(screen.queryByRole("button", behind)).toBeNull());
    expect(screen.queryByText(/is not possible now/)).toBeNull();
    finish(null);
    expect(await screen.findByText("Transfer Cancelled Successfully")).toBeTruthy();
  });

  test("a refused reversal shows the server's words and is sent again with the same transaction id", async () => {
    const message = "Cancel Transfer is not possible now: the sample is In Use.";
    const convex = new FakeConvex()
      .answer("samples:get", onItsWay)
      .answer("custody:cancelTransfer", () => {
        throw new ConvexError({ code: "STEP_NOT_ALLOWED", message });
      });
    const { user } = await renderScreen(convex, <Live actor={ana} />);
    await user.click(await screen.findByRole("button", { name: /^Take back/ }));
    const press = () =>
      user.click(
        within(screen.getByRole("alertdialog")).getByRole("button", { name: "Take back" }),
      );
    await press();
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    await press();
    const [first, second] = convex.sent.map(({ args }) => args.transactionId);
    expect(second).toBe(first);
  });
});

describe("declining on the acknowledge form", () => {
  const open = (convex: FakeConvex, actor: Actor) =>
    renderScreen(
      convex,
      <StepScreen timeline={null} step="acknowledgeTransfer" sampleId="sample1" actor={actor} />,
    );

  test("declining needs a reason, then leaves the form without having received anything", async () => {
    const convex = new FakeConvex()
      .answer("samples:get", onItsWay)
      .answer("custody:declineTransfer", () => null);
    const { user, router } = await open(convex, bob);
    await user.click(await screen.findByRole("button", { name: /^Decline/ }));
    const dialog = within(screen.getByRole("alertdialog"));
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect((await dialog.findByRole("alert")).textContent).toBe("Reason is required");

    await user.type(dialog.getByLabelText("Reason"), "Wrong desk{Enter}");
    expect(await screen.findByText("Transfer Declined Successfully")).toBeTruthy();
    expect(convex.sent).toHaveLength(1);
    expect(convex.sent[0]).toMatchObject({
      name: "custody:declineTransfer",
      args: { sampleId: expect.any(String) as string, reason: "Wrong desk" },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/homefstransfer"));
  });

  test("the sender is not offered to decline, but to take back", async () => {
    const convex = new FakeConvex().answer("samples:get", onItsWay);
    await open(convex, ana);
    expect(await screen.findByRole("button", { name: /^Take back/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Decline/ })).toBeNull();
  });
});
