/** Sound and vibration of scans (docs/product.md, "Scans"). */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ThemePanel } from "@/features/shell/ThemePanel";
import { createFeedbackStore, feedbackStore } from "@/lib/feedback/feedbackStore";
import { play } from "@/lib/feedback/signals";
import { signalScan } from "@/lib/feedback/signalScan";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { eventually } from "../../support/eventually";

const vibrate = vi.fn();
beforeEach(() => {
  vibrate.mockClear();
  Object.assign(navigator, { vibrate });
  feedbackStore.set(true);
});
afterEach(cleanup);

describe("scan feedback", () => {
  test("is on until it is switched off, and stays off at the next visit", () => {
    const store = createFeedbackStore(localStorage);
    expect(store.isOn()).toBe(true);
    store.set(false);
    expect(createFeedbackStore(localStorage).isOn()).toBe(false);
    store.set(true);
    expect(createFeedbackStore(localStorage).isOn()).toBe(true);
  });

  test("feels different for right and wrong", () => {
    play("success");
    play("failure");
    expect(vibrate.mock.calls).toEqual([[[60]], [[120, 80, 120]]]);
  });

  test("is silent where the browser has neither sound nor vibration", () => {
    Object.assign(navigator, { vibrate: undefined });
    expect(() => play("failure")).not.toThrow();
  });

  test("waits for a first press, without which browsers refuse it", () => {
    const activation = { hasBeenActive: false };
    Object.defineProperty(navigator, "userActivation", { value: activation, configurable: true });
    play("success");
    expect(vibrate).not.toHaveBeenCalled();
    activation.hasBeenActive = true;
    play("success");
    expect(vibrate).toHaveBeenCalledOnce();
    Reflect.deleteProperty(navigator, "userActivation");
  });

  test("is switched off under Appearance, and tells no scan from then on", async () => {
    const panel = <ThemePanel open onOpenChange={() => undefined} />;
    const { user } = await renderScreen(new FakeConvex(), panel);
    await user.click(await screen.findByRole("checkbox", { name: "Sound and vibration" }));
    expect(feedbackStore.isOn()).toBe(false);
    signalScan("success");
    await user.click(screen.getByRole("checkbox", { name: "Sound and vibration" }));
    // Switching it on vibrates immediately.
    await eventually(() => expect(vibrate).toHaveBeenCalledOnce());
  });
});
