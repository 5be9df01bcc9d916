import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ExportButtons } from "@/components/export/ExportButtons";
import { Button } from "@/components/ui/button";
import { guardDoubleClicks } from "@/lib/doubleClicks";

let stop = () => {};
beforeEach(() => void (stop = guardDoubleClicks()));
afterEach(() => {
  cleanup();
  stop();
});

const button = (name: string) => screen.getByRole("button", { name });
/** Clicks what is at one spot, which the first click may have replaced. */
function doubleClick(first: string, second: string) {
  fireEvent.click(button(first), { detail: 1 });
  fireEvent.click(button(second), { detail: 2 });
}

/** An export whose rows never arrive. */
function Exporting() {
  const rowsOf = () => ({
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
  });
  return <ExportButtons name="samples" fileName="samples" total={2} rowsOf={rowsOf} />;
}

function Report() {
  const [isPaused, setPaused] = useState(false);
  return <Button onClick={() => setPaused(!isPaused)}>{isPaused ? "Resume" : "Pause"}</Button>;
}

describe("the second click of a double click", () => {
  test("does not press the button that has replaced the first one", () => {
    render(<Exporting />);
    doubleClick("Export Excel", "Cancel");
    expect(screen.getByRole("progressbar", { name: "Writing the file" })).toBeTruthy();
    fireEvent.click(button("Cancel"), { detail: 1 });
    doubleClick("Export Excel", "Cancel");
    expect(button("Cancel")).toBeTruthy();
  });

  test("does not press a button that has become another", () => {
    render(<Report />);
    doubleClick("Pause", "Resume");
    expect(button("Resume")).toBeTruthy();
    fireEvent.click(button("Resume"), { detail: 1 });
    expect(button("Pause")).toBeTruthy();
  });

  test("presses a button that stays as it was", () => {
    const zoom = vi.fn();
    render(<Button onClick={zoom}>Zoom in</Button>);
    doubleClick("Zoom in", "Zoom in");
    expect(zoom).toHaveBeenCalledTimes(2);
  });

  test("is not told from others by a keyboard, whose clicks have no place", () => {
    render(<Report />);
    act(() => button("Pause").click());
    act(() => button("Resume").click());
    expect(button("Pause")).toBeTruthy();
  });
});
