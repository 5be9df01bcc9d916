import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CopyableId } from "@/components/CopyableId";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { FakeConvex } from "../support/web/fakeConvex";
import { renderScreen } from "../support/web/renderApp";

/** A page on plain HTTP has no clipboard API: the browser copies the selection instead. */
describe("copying over plain HTTP", () => {
  const copied: string[] = [];
  beforeEach(() => {
    copied.length = 0;
    vi.stubGlobal("isSecureContext", false);
    document.execCommand = () => {
      const { activeElement } = document;
      return activeElement instanceof HTMLTextAreaElement && copied.push(activeElement.value) > 0;
    };
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const press = async (user: Awaited<ReturnType<typeof renderScreen>>["user"]) => {
    const button = await screen.findByRole("button", { name: "Copy IMEI 1" });
    await user.click(button);
    await screen.findByRole("button", { name: "IMEI 1 copied" });
    return button;
  };

  test("copies a number, and leaves the focus on its button", async () => {
    const number = <CopyableId value="350000000000006" label="IMEI 1" />;
    const { user } = await renderScreen(new FakeConvex(), number);
    const button = await press(user);
    expect(copied).toEqual(["350000000000006"]);
    expect(document.activeElement).toBe(button);
  });

  test("a number that was copied and then left the screen leaves no timer behind", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const number = <CopyableId value="350000000000006" label="IMEI 1" />;
    const { user } = await renderScreen(new FakeConvex(), number);
    await press(user);
    const call = set.mock.calls.findIndex(([, ms]) => ms === 1_500);
    const timer: unknown = set.mock.results[call]?.value;
    cleanup();
    expect(timer).toBeDefined();
    expect(cleared).toHaveBeenCalledWith(timer);
  });

  test("copies a number in a dialog, which keeps the focus within itself", async () => {
    const { user } = await renderScreen(
      new FakeConvex(),
      <Dialog open>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Sample</DialogTitle>
          <CopyableId value="350000000000006" label="IMEI 1" />
        </DialogContent>
      </Dialog>,
    );
    const button = await press(user);
    expect(copied).toEqual(["350000000000006"]);
    expect(document.activeElement).toBe(button);
  });
});
