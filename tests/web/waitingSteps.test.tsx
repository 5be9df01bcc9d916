import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConnectionBar } from "@/components/ConnectionBar";
import { ReceiveButton } from "@/components/sample/ReceiveButton";
import { StepForm } from "@/features/custody/StepForm";
import { LostSinceProvider, useWatchConnection } from "@/hooks/useLostSince";
import { withdrawAll } from "@/lib/waitingSteps";
import { FakeConvex } from "../support/fakeConvex";
import { renderScreen } from "../support/renderApp";
import { aSample } from "../support/webSamples";

/** docs/product.md, "Without a connection": what is pressed, waits, and is withdrawn. */

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
  convex = new FakeConvex().answer("custody:acknowledgeTransfer", () => null);
});
afterEach(() => {
  withdrawAll();
  window.dispatchEvent(new Event("online"));
  cleanup();
  vi.useRealTimers();
});

function Screen() {
  return (
    <LostSinceProvider value={useWatchConnection()}>
      <ReceiveButton step="acknowledgeTransfer" sample={sample} />
      <StepForm
        step="acknowledgeTransfer"
        sample={sample}
        actor={ana}
        onSending={() => undefined}
        onRefused={() => undefined}
        onDone={() => undefined}
      />
      <ConnectionBar />
    </LostSinceProvider>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const saysItWaits = () => screen.queryByText(/^Waiting for the network/) !== null;

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

  test("that waits is asked about before the page is closed", async () => {
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
