import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SelectedSteps } from "@/components/baskets/SelectedSteps";
import { FillScreen } from "@/features/baskets/FillScreen";
import { StepChoice } from "@/features/baskets/StepChoice";
import { SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { basketStore } from "@/hooks/data/useBasket";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import { FakeConvex } from "../../support/web/fakeConvex";
import { press } from "../../support/web/press";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

const ana = { email: "ana@company.com", role: "user" } as const;
const bob = { email: "bob@company.com" };

/** A server that finds no sample by number, and has no running basket. */
const backend = () =>
  new FakeConvex()
    .answer("baskets:resolve", ({ values }) =>
      (values as string[]).map((value) => ({ value, outcome: "unknown" })),
    )
    .answer("baskets:progress", () => null)
    .answer("users:recipients", () => []);

beforeEach(() => basketStore.start(ana.email, [], null));
afterEach(cleanup);

describe("a list's keys", () => {
  test("t opens the basket with all selected rows", async () => {
    // The simulated DOM has no layout; rows are rendered only inside the viewport.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
    const mine = [aSample({ status: "In Use" }), aSample({ status: "In Use" })];
    const convex = backend()
      .answer("samples:counts", () => null)
      .answerPage("samples:list", ({ scope, status }) =>
        scope === "mine" && status === "In Use" ? mine : [],
      );
    const { router } = await renderScreen(
      convex,
      <SampleListScreen list="transfer" actor={ana} state={{}} onStateChange={vi.fn()} />,
    );
    await screen.findByText("2 samples");
    for (const key of "jxjx") press(key);
    expect(await screen.findByText("2 selected")).toBeTruthy();
    press("t");
    await screen.findByText("Opening the basket…");
    await waitFor(() => expect(router.state.location.pathname).toBe("/private/basket"));
    const { values, step } = basketStore.get(ana.email);
    expect(new Set(values)).toEqual(new Set(mine.map(({ serialNumber }) => serialNumber)));
    expect(step).toBe("transfer");
  });
});

describe("the bar over selected samples", () => {
  const mine = aSample({ status: "In Use" });
  const sent = aSample({ status: "In Transit", inTransitTo: bob.email });

  test("a step for selected samples opens the basket with them alone, which offers the earlier ones", async () => {
    basketStore.start(ana.email, ["EARLIER"], null);
    const onTaken = vi.fn();
    const { user, router } = await renderScreen(
      backend(),
      <SelectedSteps samples={[mine, sent]} actor={ana} onTaken={onTaken} />,
    );
    await user.click(await screen.findByRole("button", { name: "Transfer 1 of 2" }));
    expect(basketStore.get(ana.email)).toMatchObject({
      values: [mine.serialNumber, sent.serialNumber],
      step: "transfer",
    });
    expect(onTaken).toHaveBeenCalledOnce();
    await waitFor(() => expect(router.state.location.pathname).toBe("/private/basket"));
    cleanup();
    await renderScreen(backend(), <FillScreen actor={ana} onStarted={vi.fn()} />);
    await user.click(await screen.findByRole("button", { name: "Add them again" }));
    expect(basketStore.get(ana.email).values).toContain("EARLIER");
    expect(screen.queryByRole("button", { name: "Add them again" })).toBeNull();
  });

  test("an admin cancels other users' requests on a screen that offers it", async () => {
    const admin = { email: "admin@company.com", role: "admin" } as const;
    const asked = aSample({
      status: "In Transit",
      samplmanag: ana.email,
      inTransitTo: bob.email,
      pendingWith: bob.email,
    });
    const { user } = await renderScreen(
      backend(),
      <SelectedSteps samples={[asked]} actor={admin} only={["cancelTransfer"]} onTaken={vi.fn()} />,
    );
    expect(screen.queryByRole("button", { name: "Receive" })).toBeNull();
    await user.click(await screen.findByRole("button", { name: STEP_TEXTS.cancelTransfer.button }));
    expect(basketStore.get(admin.email)).toMatchObject({
      values: [asked.serialNumber],
      step: "cancelTransfer",
    });
    cleanup();
    await renderScreen(
      backend(),
      <StepChoice samples={[asked]} actor={admin} step="cancelTransfer" onChoose={vi.fn()} />,
    );
    expect(await screen.findByRole("radio", { checked: true })).toBeTruthy();
  });

  test("selected samples are added to the basket without leaving the list", async () => {
    const { user } = await renderScreen(
      backend(),
      <SelectedSteps samples={[mine]} actor={ana} onTaken={vi.fn()} />,
    );
    await user.click(await screen.findByRole("button", { name: "Add to basket" }));
    expect(basketStore.get(ana.email)).toMatchObject({ values: [mine.serialNumber], step: null });
    expect(await screen.findByText("1 sample in the basket")).toBeTruthy();
  });

  test.each([
    ["fetched", Array.from({ length: 301 }, () => aSample({ status: "In Use" }))],
    ["not fetched", null],
  ])(
    "shows the steps for more samples than a basket takes (%s) disabled, with the reason",
    async (_, samples) => {
      basketStore.start(ana.email, ["EARLIER"], null);
      const onTaken = vi.fn();
      const { user } = await renderScreen(
        backend(),
        <SelectedSteps samples={samples} actor={ana} onTaken={onTaken} />,
      );
      const reason = await screen.findByText("At most 300 samples at a time");
      for (const name of ["Transfer", "Add to basket"]) {
        const button = screen.getByRole<HTMLButtonElement>("button", { name });
        expect(button.disabled).toBe(true);
        expect(button.getAttribute("aria-describedby")).toBe(reason.id);
        await user.click(button);
      }
      expect(basketStore.get(ana.email).values).toEqual(["EARLIER"]);
      expect(onTaken).not.toHaveBeenCalled();
    },
  );
});
