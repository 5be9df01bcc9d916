import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ReceiveAll } from "@/components/baskets/ReceiveAll";
import { ConnectionBar } from "@/components/ConnectionBar";
import { ReceiveButton } from "@/components/sample/ReceiveButton";
import { ReversalDialog } from "@/components/sample/ReversalDialog";
import { UndoButton } from "@/components/sample/UndoButton";
import { StopWatchingButton } from "@/components/sample/WatchButton";
import { HandOverForm } from "@/features/baskets/HandOverForm";
import { UndoBasket } from "@/features/baskets/UndoBasket";
import { StepForm } from "@/features/custody/StepForm";
import { NudgeButton } from "@/features/inbox/NudgeButton";
import { SnoozeMenu } from "@/features/inbox/SnoozeMenu";
import { NewStockTake } from "@/features/stockTakes/NewStockTake";
import { StockTakeActions } from "@/features/stockTakes/StockTakeActions";
import { basketStore } from "@/hooks/data/useBasket";
import { LostSinceProvider, useWatchConnection } from "@/hooks/useLostSince";
import { withdrawAll } from "@/lib/connection/waitingSteps";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";
import { aStockTake } from "../../support/web/webStockTakes";

/** docs/product.md, "Without a connection": steps wait for the connection and can be withdrawn. */

const ana = { email: "ana@company.com", role: "user" } as const;
const sample = aSample({
  serialNumber: "S1",
  status: "In Transit",
  samplmanag: "bob@company.com",
  inTransitTo: ana.email,
});

const says = (event: "offline" | "online") =>
  act(async () => {
    window.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(2_000); // shorter losses are not told
  });

let convex: FakeConvex;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  convex = new FakeConvex()
    .answer("custody:acknowledgeTransfer", () => null)
    .answer("custody:undoable", () => ({
      step: "transfer",
      stepId: "t1",
      until: Date.now() + 60_000,
    }))
    .answer("watches:ids", () => [sample._id]);
});
afterEach(() => {
  withdrawAll();
  window.dispatchEvent(new Event("online"));
  cleanup();
  vi.useRealTimers();
});

function Connected({ children }: { children: ReactNode }) {
  return (
    <LostSinceProvider value={useWatchConnection()}>
      {children}
      <ConnectionBar />
    </LostSinceProvider>
  );
}

function Screen() {
  return (
    <Connected>
      <ReceiveButton step="acknowledgeTransfer" sample={sample} />
      <StepForm
        step="acknowledgeTransfer"
        sample={sample}
        actor={ana}
        onSending={() => undefined}
        onRefused={() => undefined}
        onDone={() => undefined}
      />
    </Connected>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const saysItWaits = () => screen.queryByText(/^Waiting for the network/) !== null;

test("Receive all that was pressed as the connection went is no endless spinner", async () => {
  convex.query = () => new Promise(() => undefined);
  const lists = ["transfer"] as const;
  const { user } = await renderScreen(
    convex,
    <Connected>
      <ReceiveAll lists={lists} label="Receive all" />
    </Connected>,
  );
  await user.click(button("Receive all"));
  expect(button("Receive all").getAttribute("aria-busy")).toBe("true");
  await says("offline");
  const receiveAll = button("Receive all") as HTMLButtonElement;
  expect([receiveAll.getAttribute("aria-busy"), receiveAll.disabled]).toEqual([null, true]);
});

describe("a step pressed without a connection", () => {
  test("is not sent; its button, its form and the bar say that it waits", async () => {
    const { user } = await renderScreen(convex, <Screen />);
    await says("offline");
    await user.click(button("Receive S1"));
    expect(button("Withdraw Receive S1").textContent).toBe("Waiting");
    expect(saysItWaits()).toBe(true);
    expect(screen.getByText(/Receive S1 waits for the network\.$/)).toBeTruthy();
    expect(convex.sent).toEqual([]);
  });

  test("is sent once when the connection is back, and only then told as done", async () => {
    const { user } = await renderScreen(convex, <Screen />);
    await says("offline");
    await user.click(button("Receive S1"));
    expect(screen.queryByText(/^Undo/)).toBeNull();
    await says("online");
    await waitFor(() =>
      expect(convex.sent.map(({ name }) => name)).toEqual(["custody:acknowledgeTransfer"]),
    );
    expect(saysItWaits()).toBe(false);
    expect(await screen.findByText("Undo")).toBeTruthy();
  });

  test.each([
    ["its button", "Withdraw Receive S1"],
    ["its form or the bar", "Withdraw"],
  ])("is withdrawn at %s, and never sent", async (_where, name) => {
    const { user } = await renderScreen(convex, <Screen />);
    await says("offline");
    await user.click(button("Receive S1"));
    const [withdraw] = screen.getAllByRole("button", { name });
    if (withdraw) await user.click(withdraw);
    expect(saysItWaits()).toBe(false);
    expect(button("Receive S1")).toBeTruthy();
    await says("online");
    expect(convex.sent).toEqual([]);
  });

  test("a step pressed without a connection that waits is asked about before the page is closed", async () => {
    const { user } = await renderScreen(convex, <Screen />);
    const closes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await says("offline");
    expect(closes()).toBe(true);
    await user.click(button("Receive S1"));
    expect(closes()).toBe(false);
    await user.click(button("Withdraw Receive S1"));
    expect(closes()).toBe(true);
  });
});

const requested = {
  kind: "transfer" as const,
  sampleId: sample._id,
  brand: "Nokia",
  model: "G42",
  serialNumber: "S1",
  imei1: "352099001761481",
  imei2: "",
  since: 0,
  overdueAt: 0,
  details: {},
  to: "bob@company.com",
};
const nothing = () => undefined;

/**
 * Each change that a person can make in place: the buttons to press, and the mutation they send.
 */
const CHANGES: readonly [
  string,
  { element: ReactNode; press: readonly (string | RegExp)[]; sends: string },
][] = [
  [
    "the undo of a step",
    {
      element: <UndoButton sampleId="s" step="transfer" stepId="t" />,
      press: [/^Undo/],
      sends: "custody:undo",
    },
  ],
  [
    "the undo of a basket",
    {
      element: <UndoBasket basketId="b" finishedAt={Date.now()} onStarted={nothing} />,
      press: ["Undo"],
      sends: "baskets:undo",
    },
  ],
  [
    "putting a request off",
    {
      element: <SnoozeMenu item={requested} />,
      press: ["Put off S1", "Until tomorrow"],
      sends: "inbox:snooze",
    },
  ],
  [
    "a nudge",
    { element: <NudgeButton item={requested} />, press: [/^Nudge/], sends: "inbox:nudge" },
  ],
  [
    "watching",
    {
      element: <StopWatchingButton sample={sample} />,
      press: [/^Stop watching/],
      sends: "watches:unwatch",
    },
  ],
  [
    "the opening of a stock-take",
    {
      element: <NewStockTake actor={ana} onClose={nothing} />,
      press: ["Person", "Start count"],
      sends: "stockTakes:open",
    },
  ],
  [
    "the end of a stock-take",
    {
      element: <StockTakeActions stockTake={aStockTake()} />,
      press: ["Finish count", "Finish count"],
      sends: "stockTakes:close",
    },
  ],
];

describe.each(CHANGES)("without a connection, %s", (_name, { element, press, sends }) => {
  const pressAll = async (user: UserEvent) => {
    for (const name of press) {
      await user.click(
        await waitFor(() =>
          screen.getByRole(/^Until/.test(String(name)) ? "menuitem" : "button", { name }),
        ),
      );
    }
  };
  const waits = () => screen.findAllByText(/wait for the network|waits for the network|^Waiting/i);

  test("waits, can be withdrawn, and is then never sent", async () => {
    const { user } = await renderScreen(convex, <Connected>{element}</Connected>);
    await says("offline");
    await pressAll(user);
    expect(await waits()).not.toHaveLength(0);
    const dialog = screen.queryByRole("dialog") ?? screen.queryByRole("alertdialog");
    const [withdraw] = within(dialog ?? document.body).getAllByRole("button", {
      name: /^Withdraw/,
    });
    if (withdraw) await user.click(withdraw);
    await says("online");
    expect(convex.sent).toEqual([]);
  });

  test("is sent once when the connection is back", async () => {
    const { user } = await renderScreen(convex, <Connected>{element}</Connected>);
    await says("offline");
    await pressAll(user);
    await waits();
    expect(convex.sent).toEqual([]);
    await says("online");
    await waitFor(() => expect(convex.sent.map(({ name }) => name)).toEqual([sends]));
  });
});

const form = {
  basketId: "b",
  samples: [sample],
  asked: {
    ...basketStore.get(ana.email).asked,
    recipient: "bob@company.com",
    reason: "Wrong desk",
    edit: { customers: "", location: "", comments: "Broken" },
  },
  focus: null,
  onAsked: nothing,
  onSending: nothing,
  onRefused: nothing,
  onStarted: nothing,
};

/** Each form that may be left while what it sends waits, and the button that sends it. */
const FORMS: readonly [string, { element: ReactNode; press: string | RegExp; sends: string }][] = [
  [
    "a step's form",
    {
      element: (
        <StepForm
          step="acknowledgeTransfer"
          sample={sample}
          actor={ana}
          onSending={nothing}
          onRefused={nothing}
          onDone={nothing}
        />
      ),
      press: "Receive Sample",
      sends: "custody:acknowledgeTransfer",
    },
  ],
  [
    "the question of a reversal",
    {
      element: (
        <ReversalDialog
          step="cancelTransfer"
          sample={sample}
          actor={{ email: "bob@company.com", role: "user" }}
          onClose={nothing}
        />
      ),
      press: "Take back",
      sends: "custody:cancelTransfer",
    },
  ],
  ...(["transfer", "declineTransfer", "acknowledgeTransfer", "edit"] as const).map(
    (step): (typeof FORMS)[number] => [
      `a basket's form of ${step}`,
      {
        element: <HandOverForm step={step} {...form} />,
        press: / 1 sample$/,
        sends: "baskets:start",
      },
    ],
  ),
];

test.each(FORMS)(
  "the refusal of %s, sent late, is told on whatever screen its sender is by then",
  async (_name, { element, press, sends }) => {
    convex.answer(sends, () => {
      throw new ConvexError({ code: "STEP_NOT_ALLOWED", message: "bob@company.com was faster." });
    });
    const page = await renderScreen(convex, <Connected>{element}</Connected>);
    await says("offline");
    await page.user.click(await screen.findByRole("button", { name: press }));
    await act(() => page.router.navigate({ to: "/dashboard/homefs" }));
    expect(screen.queryByRole("button", { name: press })).toBeNull();
    await says("online");
    expect((await screen.findByText(/was faster\.$/)).textContent).toMatch(/^Bob/);
  },
);
