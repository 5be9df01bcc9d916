import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useScanner } from "@/hooks/useScanner";

const SERIAL = "R5CT10trxj?f/00kK123";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Taker({
  onScan,
  isFallback = false,
}: {
  onScan: (text: string) => void;
  isFallback?: boolean;
}) {
  useScanner(onScan, { isFallback });
  return null;
}

/** Presses keys where the focus is, the first one now, each of the others `gapMs` later. */
function press(keys: readonly string[], gapMs: number): boolean[] {
  return keys.map((key, index) => {
    if (index > 0) vi.advanceTimersByTime(gapMs);
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: Date.now() });
    return target.dispatchEvent(event);
  });
}
/** Releases a key where the focus is. @returns false when the browser's own doing is prevented */
function release(key: string): boolean {
  const target = document.activeElement ?? document.body;
  return target.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true, cancelable: true }));
}
const scan = (text: string) => press([...text, "Enter"], 5);

/** The page's shortcuts: every key that reaches the document. */
function shortcuts(): string[] {
  const keys: string[] = [];
  const listen = (event: KeyboardEvent) => keys.push(event.key);
  document.addEventListener("keydown", listen);
  stops.push(() => document.removeEventListener("keydown", listen));
  return keys;
}
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

describe("a scan", () => {
  test("without a focused field is taken whole, and none of its keys is a shortcut", () => {
    const onScan = vi.fn();
    const keys = shortcuts();
    render(<Taker onScan={onScan} />);
    scan(SERIAL);
    vi.advanceTimersByTime(1_000);
    expect(onScan).toHaveBeenCalledExactlyOnceWith(SERIAL);
    expect(keys).toEqual([]);
  });

  test("presses no button by a space inside of it, and keeps the space", () => {
    const onScan = vi.fn();
    const keys = shortcuts();
    render(
      <>
        <Taker onScan={onScan} />
        <button type="button">Delete</button>
      </>,
    );
    screen.getByRole("button").focus();
    const isLeft = press([..."SN 123456", "Enter"], 20);
    expect(isLeft).not.toContain(true); // each key was prevented
    expect([release(" "), release(" ")]).toEqual([false, true]);
    vi.advanceTimersByTime(1_000);
    expect(onScan).toHaveBeenCalledExactlyOnceWith("SN 123456");
    expect(keys).toEqual([]);
  });

  test("presses no button that has the focus", () => {
    render(
      <>
        <Taker onScan={vi.fn()} />
        <button type="button">Delete</button>
      </>,
    );
    screen.getByRole("button").focus();
    expect(scan(SERIAL).at(-1)).toBe(false); // Enter was prevented
  });

  test("stays in a field that has the focus, with its Enter", () => {
    const onScan = vi.fn();
    const keys = shortcuts();
    render(
      <>
        <Taker onScan={onScan} />
        <input aria-label="Serial number" />
      </>,
    );
    screen.getByRole("textbox").focus();
    expect(scan(SERIAL)).not.toContain(false);
    expect(keys).toEqual([...SERIAL, "Enter"]);
    expect(onScan).not.toHaveBeenCalled();
  });

  test("in a search field is taken whole", () => {
    const onScan = vi.fn();
    render(
      <>
        <Taker onScan={onScan} />
        <input type="search" aria-label="Search" />
      </>,
    );
    screen.getByRole("searchbox").focus();
    scan(SERIAL);
    expect(onScan).toHaveBeenCalledExactlyOnceWith(SERIAL);
  });

  test("goes to the newest taker, and to the fallback when there is no other", () => {
    const [onShell, onList] = [vi.fn(), vi.fn()];
    const { rerender } = render(
      <>
        <Taker onScan={onList} />
        <Taker isFallback onScan={onShell} />
      </>,
    );
    scan("SERIAL-1");
    expect(onList).toHaveBeenCalledWith("SERIAL-1");
    rerender(<Taker isFallback onScan={onShell} />);
    vi.advanceTimersByTime(100);
    scan("SERIAL-2");
    expect(onShell).toHaveBeenCalledExactlyOnceWith("SERIAL-2");
  });

  test("answers no question", () => {
    const onScan = vi.fn();
    const keys = shortcuts();
    render(
      <>
        <Taker onScan={onScan} />
        <div role="alertdialog" aria-label="Are you sure?" />
      </>,
    );
    scan(SERIAL);
    vi.advanceTimersByTime(1_000);
    expect([onScan.mock.calls, keys]).toEqual([[], []]);
  });
});

describe("what people type", () => {
  test("reaches the shortcuts, each key once and in order", () => {
    const keys = shortcuts();
    render(<Taker onScan={vi.fn()} />);
    press(["j", "j", "x", "t", "Enter"], 120);
    vi.advanceTimersByTime(100);
    expect(keys).toEqual(["j", "j", "x", "t", "Enter"]);
  });

  test("reaches the shortcuts 80 ms after the key at the latest", () => {
    const keys = shortcuts();
    render(<Taker onScan={vi.fn()} />);
    press(["t"], 0);
    expect(keys).toEqual([]);
    vi.advanceTimersByTime(80);
    expect(keys).toEqual(["t"]);
  });

  test("a space is left to the browser, which presses the button or scrolls", () => {
    const keys = shortcuts();
    render(<Taker onScan={vi.fn()} />);
    expect([press([" "], 0), release(" ")]).toEqual([[true], true]);
    vi.advanceTimersByTime(1_000);
    expect(press(["j", " "], 40)).toEqual([false, true]);
    vi.advanceTimersByTime(1_000);
    expect(keys).toEqual([" ", "j", " "]);
  });

  test("a space close after another key presses its button once it is handed on", () => {
    const onClick = vi.fn();
    const keys = shortcuts();
    render(
      <>
        <Taker onScan={vi.fn()} />
        <button type="button" onClick={onClick}>
          Select
        </button>
      </>,
    );
    screen.getByRole("button").focus();
    press(["j", " "], 20);
    expect([release(" "), onClick.mock.calls.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(80);
    expect([onClick.mock.calls.length, keys]).toEqual([1, ["j", " "]]);
  });

  test("a space close after another key scrolls once it is handed on", () => {
    const scrollBy = vi.spyOn(window, "scrollBy").mockReturnValue();
    render(<Taker onScan={vi.fn()} />);
    press(["j", " "], 20);
    vi.advanceTimersByTime(80);
    expect(scrollBy).toHaveBeenCalledOnce();
  });

  test("goes into the field that a shortcut just focused, and is no shortcut there", () => {
    render(
      <>
        <Taker onScan={vi.fn()} />
        <input aria-label="Search" />
      </>,
    );
    const focus = (event: KeyboardEvent) =>
      event.key === "/" && screen.getByRole("textbox").focus();
    document.addEventListener("keydown", focus);
    stops.push(() => document.removeEventListener("keydown", focus));
    const keys = shortcuts();
    press(["/"], 0);
    vi.advanceTimersByTime(50);
    const event = new KeyboardEvent("keydown", { key: "t", bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: Date.now() });
    expect(document.body.dispatchEvent(event)).toBe(true); // the browser writes it into the field
    vi.advanceTimersByTime(500);
    expect(keys).toEqual(["/"]);
  });

  test("is untouched once nobody takes scans", () => {
    const { unmount } = render(<Taker onScan={vi.fn()} />);
    unmount();
    const keys = shortcuts();
    scan("t");
    expect(keys).toEqual(["t", "Enter"]);
  });

  test.each([
    ["with Ctrl", { ctrlKey: true }],
    ["held down", { repeat: true }],
  ])("a key %s is never held back", (_, modifier) => {
    const keys = shortcuts();
    render(<Taker onScan={vi.fn()} />);
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "j", bubbles: true, ...modifier }),
    );
    expect(keys).toEqual(["j"]);
  });
});
