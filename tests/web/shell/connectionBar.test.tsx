import { act, cleanup, render } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConnectionBar } from "@/components/ConnectionBar";
import { FormCard } from "@/components/forms/FormCard";
import { inBackground } from "@/lib/connection/backgroundCalls";
import { useIsConnected } from "@/hooks/useIsConnected";
import { LostSinceProvider, useWatchConnection } from "@/hooks/useLostSince";
import { fakeConnection } from "../../support/web/fakeConnection";

const says = (event: "offline" | "online") =>
  act(() => {
    window.dispatchEvent(new Event(event));
  });
const later = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 14, 5) });
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no connection"));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function shown() {
  const connection = fakeConnection();
  const { queryByRole } = render(
    <ConvexProvider client={connection.client}>
      <ConnectionBar />
    </ConvexProvider>,
  );
  return { ...connection, bar: () => queryByRole("status")?.textContent ?? null };
}

test("a page is not rendered again for each request, only when the connection changes", () => {
  const { client, change } = fakeConnection();
  const drawn: boolean[] = [];
  function Probe() {
    drawn.push(useIsConnected());
    return null;
  }
  render(
    <ConvexProvider client={client}>
      <Probe />
    </ConvexProvider>,
  );
  change({ inflightMutations: 1 });
  change({ inflightMutations: 0 });
  expect(drawn).toEqual([true]);
  change({ isWebSocketConnected: false });
  expect(drawn).toEqual([true, false]);
});

describe("what a page shows without a connection", () => {
  const note = "No connection. What you send now waits on this page until you are back online.";
  function Form() {
    const form = { formState: { isSubmitting: false, errors: {} } };
    return (
      <LostSinceProvider value={useWatchConnection()}>
        <FormCard form={form} onSubmit={() => undefined} submitLabel="Save">
          {null}
        </FormCard>
      </LostSinceProvider>
    );
  }

  test("a form says that submissions wait, until the connection is back", () => {
    const { client, change } = fakeConnection();
    const { queryByText } = render(
      <ConvexProvider client={client}>
        <Form />
      </ConvexProvider>,
    );
    change({ isWebSocketConnected: false });
    later(1000); // a laptop that wakes up
    expect(queryByText(note)).toBeNull();
    later(1000);
    expect(queryByText(note)).toBeTruthy();
    change({ isWebSocketConnected: true });
    expect(queryByText(note)).toBeNull();
  });
});

describe("the connection bar", () => {
  test("names what blocks the socket once the server answers three ordinary requests", async () => {
    const { bar, change } = shown();
    change({ isWebSocketConnected: false });
    const answered = async (isAnswered: boolean) => {
      const fetched = vi.spyOn(globalThis, "fetch");
      if (isAnswered) fetched.mockResolvedValue(new Response("1"));
      else fetched.mockRejectedValue(new TypeError("no connection"));
      await act(() => vi.advanceTimersByTimeAsync(6_000));
    };
    for (const isAnswered of [true, true, false, true, true]) await answered(isAnswered);
    expect(bar()).toContain("No connection since 14:05.");
    await answered(true);
    expect(bar()).toContain("its live connection (WebSocket) is blocked by a proxy");
    change({ isWebSocketConnected: true });
    expect(bar()).toBeNull();
  });

  test("the connection bar appears at once when the browser goes offline, with the time since", () => {
    const { bar } = shown();
    expect(bar()).toBeNull();
    says("offline");
    expect(bar()).toBe("No connection since 14:05. What you see may be out of date.");
    later(10 * 60_000);
    expect(bar()).toContain("since 14:05");
    says("online");
    expect(bar()).toBeNull();
  });

  test("the connection bar remains until the socket is back, with the time of the first loss", () => {
    const { bar, change } = shown();
    says("offline");
    later(60_000);
    change({ isWebSocketConnected: false, inflightMutations: 2 });
    says("online");
    expect(bar()).toBe(
      "No connection since 14:05. What you see may be out of date. 2 changes will be sent when it returns.",
    );
    change({ isWebSocketConnected: true, inflightMutations: 0 });
    expect(bar()).toBeNull();
  });

  test("the connection bar counts no mutation that the app sends by itself", async () => {
    const { bar, change } = shown();
    let answer = () => {};
    void inBackground(new Promise<void>((resolve) => (answer = resolve)));
    says("offline");
    change({ isWebSocketConnected: false, inflightMutations: 1 });
    expect(bar()).toBe("No connection since 14:05. What you see may be out of date.");
    change({ inflightMutations: 2 });
    expect(bar()).toContain("1 change will be sent when it returns.");
    await act(async () => answer());
    change({ inflightMutations: 1 });
    expect(bar()).toContain("1 change will be sent when it returns.");
    says("online");
  });

  test("the connection bar publishes its height to sticky elements while it is shown", () => {
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(45); // two lines
    const height = () => document.documentElement.style.getPropertyValue("--connection-bar");
    shown();
    expect(height()).toBe("");
    says("offline");
    expect(height()).toBe("45px");
    says("online");
    expect(height()).toBe("");
  });

  test("the connection bar waits two seconds if only the socket is lost", () => {
    const { bar, change } = shown();
    change({ isWebSocketConnected: false });
    later(1_999);
    expect(bar()).toBeNull();
    later(1);
    expect(bar()).toContain("since 14:05");
  });
});
