/**
 * The page applies the decisions of `KeyReader` (its rules: tests/domain/keys/keyReader.test.ts).
 */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useScanner } from "@/hooks/keys/useScanner";
import { useShortcuts } from "@/hooks/keys/useShortcuts";
import { undoIfScanned } from "@/lib/keys/keyGate";
import { CODE_QUESTION, ENTER_IGNORED, SCAN_AGAIN } from "#domain/common/messages";
import { CodeQuestionDialog } from "../../../web/features/shell/CodeQuestionDialog";

const SERIAL = "r5ct10Trxj?f/00kK123";

const warning = vi.spyOn(toast, "warning");
const info = vi.spyOn(toast, "info");

beforeEach(() => {
  vi.useFakeTimers();
  warning.mockClear();
  info.mockClear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type TakerProps = { onScan?: (text: string) => void; isFallback?: boolean };

function Taker({ onScan = () => undefined, isFallback = false }: TakerProps) {
  useScanner(onScan, { isFallback });
  return null;
}

const onStep = { onWait: vi.fn(), onCancel: vi.fn(), run: vi.fn() };

/** `r` takes a step, `j` moves, `/` focuses the page's first field. */
function Shortcuts() {
  useShortcuts((keys) => {
    if (["j", "/"].includes(keys)) return "move";
    return keys === "r" ? onStep : null;
  });
  return null;
}
beforeEach(() => void vi.clearAllMocks());

/** Opens a page that has been listening for a while. */
function open(page: React.ReactNode): void {
  render(page);
  vi.advanceTimersByTime(1_000);
}

type Press = string | (KeyboardEventInit & { isCapsLocked?: true; staysDown?: true });

/**
 * Presses a key at the focus and releases it. Fields get its character.
 * @returns false if the default action is prevented
 */
function press(key: Press): boolean {
  const init = typeof key === "string" ? { key } : key;
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, "timeStamp", { value: performance.now() });
  const isLocked = typeof key !== "string" && key.isCapsLocked === true;
  event.getModifierState = (name) => name === "CapsLock" && isLocked;
  const isPassed = target.dispatchEvent(event);
  const isText = target instanceof HTMLInputElement && event.key.length === 1;
  if (isPassed && isText) fireEvent.input(target, { target: { value: target.value + event.key } });
  if (typeof key === "string" || key.staysDown !== true) {
    target.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true, cancelable: true, ...init }));
  }
  return isPassed;
}
/** Presses keys, the first one now, each of the others `gapMs` later. */
function type(keys: readonly Press[], gapMs: number): boolean[] {
  return keys.map((key, index) => {
    if (index > 0) vi.advanceTimersByTime(gapMs);
    return press(key);
  });
}
const settle = () => vi.advanceTimersByTime(1_000);

/** Returns every key that reaches the document's listeners. */
function keysOfPage(): string[] {
  const keys: string[] = [];
  const listen = (event: KeyboardEvent) => keys.push(event.key);
  document.addEventListener("keydown", listen);
  stops.push(() => document.removeEventListener("keydown", listen));
  return keys;
}
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

test.each(["checkbox", "radio", "file", "button", "submit", "reset", "image"])(
  "a scan while an input of type %s has the focus is taken, because no text can be typed there",
  (kind) => {
    const onScan = vi.fn();
    open(
      <>
        <Taker onScan={onScan} />
        <input type={kind} aria-label="Focused" />
      </>,
    );
    screen.getByLabelText("Focused").focus();
    expect(type([..."SN 123456", "Enter"], 35)).not.toContain(true);
    settle();
    expect(onScan).toHaveBeenCalledExactlyOnceWith("SN 123456");
  },
);

describe("an input method that composes a word", () => {
  const composed: Press[] = [
    { key: "Process", keyCode: 229 },
    { key: "t", isComposing: true },
    { key: "r", keyCode: 229 },
    { key: "Enter", isComposing: true },
    { key: "Enter", keyCode: 229 }, // Safari's, after the end of the composition
    { key: "Escape", isComposing: true },
    { key: "k", ctrlKey: true, isComposing: true },
  ];

  test("gets its keys alone: no listener of the page sees them, nothing prevents them", () => {
    const keys = keysOfPage();
    open(
      <>
        <Taker />
        <Shortcuts />
        <input />
      </>,
    );
    screen.getByRole("textbox").focus();
    expect(type(composed, 100)).not.toContain(false);
    settle();
    expect([keys, onStep.run.mock.calls]).toEqual([[], []]);
  });

  test("types no code, however fast, and a scan after it is taken", () => {
    const onScan = vi.fn();
    open(
      <>
        <Taker onScan={onScan} />
        <input data-scans="code" />
      </>,
    );
    screen.getByRole("textbox").focus();
    type(
      [..."r5ct1012"].map((key) => ({ key, keyCode: 229 })),
      5,
    );
    press({ key: "Enter", isComposing: true });
    settle();
    expect(onScan).not.toHaveBeenCalled();
    type([...SERIAL, "Enter"], 5);
    settle();
    expect(onScan).toHaveBeenCalledExactlyOnceWith(SERIAL);
    expect(warning).not.toHaveBeenCalled();
  });
});

describe.each([5, 35, 60, 120, 150])("a scan at %i ms a key", (gapMs) => {
  test("without a focused field is taken whole, and none of its keys is a shortcut", () => {
    const onScan = vi.fn();
    const keys = keysOfPage();
    open(
      <>
        <Taker onScan={onScan} />
        <Shortcuts />
      </>,
    );
    type([...SERIAL, "Enter"], gapMs);
    settle();
    expect(onScan).toHaveBeenCalledExactlyOnceWith(SERIAL);
    expect([keys, onStep.run.mock.calls]).toEqual([[], []]);
  });

  test("presses no button that has the focus, neither by a space nor by its end", () => {
    const onScan = vi.fn();
    open(
      <>
        <Taker onScan={onScan} />
        <button type="button">Delete</button>
      </>,
    );
    screen.getByRole("button").focus();
    expect(type([..."SN 123456", "Enter"], gapMs)).not.toContain(true);
    settle();
    expect(onScan).toHaveBeenCalledExactlyOnceWith("SN 123456");
  });

  test("is the same with Shift and Caps Lock among its keys, or under another layout", () => {
    const onScan = vi.fn();
    open(<Taker onScan={onScan} />);
    const isCapsLocked = true;
    const shifted = (key: string) => ["Shift", { key, shiftKey: true, isCapsLocked } as const];
    type([...shifted("p"), "7", { key: "K", isCapsLocked }, ..."0007", "Enter"], gapMs);
    settle();
    const french = [..."3569"].map((digit, at) => ({
      key: '"(-ç'[at] ?? "",
      code: `Digit${digit}`,
    }));
    type([...french, ...french, { key: "Dead", code: "BracketLeft" }, "Enter"], gapMs);
    settle();
    expect(onScan.mock.calls).toEqual([["P7k0007"], ["35693569["]]);
  });

  test("that goes on in a dialog which opens is not taken, and says so", () => {
    const onScan = vi.fn();
    open(<Taker onScan={onScan} />);
    type([..."P7K"], gapMs);
    render(<div role="dialog" />);
    vi.advanceTimersByTime(gapMs);
    type([..."0007", "Enter"], gapMs);
    settle();
    expect(onScan).not.toHaveBeenCalled();
    expect(warning).toHaveBeenCalledExactlyOnceWith(SCAN_AGAIN.title, expect.anything());
  });

  test("answers no question", () => {
    const onScan = vi.fn();
    const keys = keysOfPage();
    open(
      <>
        <Taker onScan={onScan} />
        <div role="alertdialog" aria-label="Are you sure?" />
      </>,
    );
    type([...SERIAL, "Enter"], gapMs);
    settle();
    expect([onScan.mock.calls, keys]).toEqual([[], []]);
    expect(warning).toHaveBeenCalledOnce();
  });

  test("sends no form from a field that has the focus, where its text is", () => {
    open(
      <>
        <Taker />
        <input aria-label="Comment" />
      </>,
    );
    screen.getByRole("textbox").focus();
    expect(type([..."SN123456", "Enter"], gapMs)).toEqual(
      [..."12345678"].map(() => true).concat(false),
    );
    expect(info).toHaveBeenCalledExactlyOnceWith(ENTER_IGNORED, expect.anything());
    settle();
    expect(press("Enter")).toBe(true);
  });

  test("with LF at its end goes on in a form whose Enter goes on", () => {
    const entered = vi.fn();
    open(
      <>
        <Taker />
        <div data-scans="next" onKeyDown={({ key }) => void (key === "Enter" && entered())}>
          <input aria-label="IMEI 1" />
        </div>
      </>,
    );
    screen.getByRole("textbox").focus();
    type([..."SN123456", { key: "j", ctrlKey: true }, "Enter"], gapMs);
    settle();
    expect(entered).toHaveBeenCalledOnce();
  });
});

describe("a scan of a reader that is set to another keyboard", () => {
  /** Keys of a US reader on a German computer: `y`, `z` and `-` are elsewhere. */
  const german = (code: string) =>
    [...code].map((key) => {
      const swapped = { y: "z", z: "y", "-": "ß" }[key] ?? key;
      return { key: swapped, code: /[a-z]/.test(key) ? `Key${key.toUpperCase()}` : codeOf(key) };
    });
  const codeOf = (key: string) => (key === "-" ? "Minus" : `Digit${key}`);

  function openForm() {
    const [onScan, entered] = [vi.fn(), vi.fn()];
    const onKeyDown = ({ key, target }: React.KeyboardEvent) =>
      void (key === "Enter" && entered((target as HTMLInputElement).value));
    open(
      <>
        <Taker onScan={onScan} />
        <CodeQuestionDialog />
        <div data-scans="next" onKeyDown={onKeyDown}>
          <input aria-label="Serial Number" defaultValue="" />
        </div>
      </>,
    );
    return { onScan, entered, field: screen.getByRole<HTMLInputElement>("textbox") };
  }
  const choose = async (code: string) => {
    fireEvent.click(screen.getByRole("button", { name: code }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  };
  const scan = (keys: readonly Press[]) => act(() => void (type(keys, 10), settle()));

  test("replaces what it typed into a form's field, and the form moves on", () => {
    const { entered, field } = openForm();
    field.focus();
    type([...german("rz-81y"), "Enter"], 10);
    expect(entered.mock.calls).toEqual([["rz-81y"]]);
    expect(field.value).toBe("rz-81y");
  });

  test("is asked for when both codes are possible, once; then the other letters are known", async () => {
    const { onScan } = openForm();
    scan([...german("rz8n01"), "Enter"]);
    screen.getByRole("alertdialog", { name: CODE_QUESTION.title });
    expect(onScan).not.toHaveBeenCalled();
    await choose("rz8n01");
    scan([...german("sy8n02"), "Enter"]);
    expect(onScan.mock.calls).toEqual([["rz8n01"], ["sy8n02"]]);
  });

  test("is asked for in a form's field before the form moves on", async () => {
    const { onScan, entered, field } = openForm();
    field.focus();
    scan([...german("rz8n01"), "Enter"]);
    expect(entered).not.toHaveBeenCalled();
    await choose("rz8n01");
    expect([onScan.mock.calls, entered.mock.calls]).toEqual([[], [["rz8n01"]]]);
  });

  test("has no effect while its question is open, or if it is closed", async () => {
    const { onScan } = openForm();
    scan([...german("rz8n01"), "Enter"]);
    scan([..."P7K0007", "Enter"]);
    expect(warning).toHaveBeenCalledExactlyOnceWith(SCAN_AGAIN.title, expect.anything());
    await choose(CODE_QUESTION.neither);
    expect(onScan).not.toHaveBeenCalled();
  });
});

describe("two readers whose keys overlap", () => {
  const overlapping = [..."PA7BKC0D0E0F71"].map((key) => {
    return { key, code: `of ${key}`, staysDown: true } as const;
  });

  test("do nothing, and the page says so", () => {
    const onScan = vi.fn();
    open(<Taker onScan={onScan} />);
    type([...overlapping, "Enter"], 10);
    settle();
    expect(onScan).not.toHaveBeenCalled();
    expect(warning).toHaveBeenCalledExactlyOnceWith(SCAN_AGAIN.title, expect.anything());
  });

  test("leave a form's field with the text that it had, and the form stays", () => {
    const entered = vi.fn();
    open(
      <>
        <Taker />
        <div data-scans="next" onKeyDown={({ key }) => void (key === "Enter" && entered())}>
          <input aria-label="Serial Number" defaultValue="P7K" />
        </div>
      </>,
    );
    const field = screen.getByRole<HTMLInputElement>("textbox");
    field.focus();
    type([...overlapping, "Enter"], 10);
    settle();
    expect([field.value, entered.mock.calls]).toEqual(["P7K", []]);
  });
});

describe.each([5, 35, 60, 120])("a scan at %i ms a key", (gapMs) => {
  test.each(["search", "code"])(
    "in a field for it (%s) is taken whole and leaves the field's text as it was",
    (kind) => {
      const onScan = vi.fn();
      open(
        <>
          <Taker onScan={onScan} />
          <input aria-label="Number" data-scans={kind} defaultValue="typed" />
        </>,
      );
      const field = screen.getByRole<HTMLInputElement>("textbox");
      field.focus();
      type([..."SN123456", "Tab"], gapMs);
      settle();
      expect(onScan).toHaveBeenCalledExactlyOnceWith("SN123456");
      expect(field.value).toBe("typed");
    },
  );

  test.each(["SN123456", "typed"])(
    "in an identifier's field that holds %s replaces it, and the form moves on",
    (held) => {
      const entered = vi.fn();
      const onKeyDown = ({ key, target }: React.KeyboardEvent) =>
        void (key === "Enter" && entered((target as HTMLInputElement).value));
      open(
        <>
          <Taker />
          <div data-scans="next" onKeyDown={onKeyDown}>
            <input aria-label="Serial Number" data-scans="identifier" defaultValue={held} />
          </div>
        </>,
      );
      screen.getByRole("textbox").focus();
      type([..."SN123456", "Enter"], gapMs);
      settle();
      expect(entered.mock.calls).toEqual([["SN123456"]]);
    },
  );
});

test("a scan goes to the newest taker, and to the fallback when there is no other", () => {
  const [onShell, onList] = [vi.fn(), vi.fn()];
  const { rerender } = render(
    <>
      <Taker onScan={onList} />
      <Taker isFallback onScan={onShell} />
    </>,
  );
  settle();
  type([..."SERIAL-1", "Enter"], 5);
  settle();
  expect(onList).toHaveBeenCalledWith("SERIAL-1");
  rerender(<Taker isFallback onScan={onShell} />);
  settle();
  type([..."SERIAL-2", "Enter"], 5);
  settle();
  expect(onShell).toHaveBeenCalledExactlyOnceWith("SERIAL-2");
});

test("a shortcut that acted immediately is undone when its key was a code's", () => {
  const undo = vi.fn();
  open(
    <>
      <Taker />
      <Shortcuts />
    </>,
  );
  const listen = (event: KeyboardEvent) => event.key === "j" && undoIfScanned(undo);
  document.addEventListener("keydown", listen);
  stops.push(() => document.removeEventListener("keydown", listen));
  type([..."jj"], 60);
  settle();
  expect(undo).not.toHaveBeenCalled();
  type([..."j7k0007", "Enter"], 60);
  settle();
  expect(undo).toHaveBeenCalledOnce();
});

describe("what people press", () => {
  test("moves immediately, and the rest of the page gets Enter and a lone space", () => {
    const keys = keysOfPage();
    open(
      <>
        <Taker />
        <Shortcuts />
      </>,
    );
    expect(type(["j", "j", "j", "Enter", " "], 60)).toEqual(Array(5).fill(true));
    expect(keys).toEqual(["j", "j", "j", "Enter", " "]);
  });

  test("takes a step 400 ms after a key that came alone, announced with the key", () => {
    open(<Shortcuts />);
    press("r");
    expect([onStep.onWait.mock.calls, onStep.run.mock.calls]).toEqual([[[]], []]);
    vi.advanceTimersByTime(399);
    expect(onStep.run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect([onStep.onCancel.mock.calls, onStep.run.mock.calls]).toEqual([[[]], [[]]]);
  });

  test("takes no step when another key follows, or a dialog opens", () => {
    open(<Shortcuts />);
    type(["r", "j"], 399);
    expect(onStep.onCancel).toHaveBeenCalledOnce();
    settle();
    press("r");
    render(<div role="dialog" />);
    settle();
    expect([onStep.onCancel.mock.calls.length, onStep.run.mock.calls.length]).toEqual([2, 0]);
  });

  test("goes into the field that a shortcut just focused", () => {
    open(
      <>
        <Taker />
        <Shortcuts />
        <input type="search" aria-label="Search" />
      </>,
    );
    const focus = (event: KeyboardEvent) =>
      event.key === "/" && screen.getByRole("searchbox").focus();
    document.addEventListener("keydown", focus);
    stops.push(() => document.removeEventListener("keydown", focus));
    expect(type([..."/pixel9", "Enter"], 80)).not.toContain(false);
    settle();
    expect([warning.mock.calls, info.mock.calls]).toEqual([[], []]);
  });

  test.each([
    ["with Ctrl", { ctrlKey: true }],
    ["held down", { repeat: true }],
  ])("a key %s is left to the page", (_, modifier) => {
    const keys = keysOfPage();
    open(<Taker />);
    press({ key: "j", ...modifier });
    expect(keys).toEqual(["j"]);
  });

  test("a held Enter does not press the button that its first press has focused", () => {
    open(
      <>
        <Taker />
        <button type="button">Transfer 3 samples</button>
      </>,
    );
    screen.getByRole("button").focus();
    expect(press({ key: "Enter", repeat: true })).toBe(false);
    expect(press("Enter")).toBe(true);
  });

  test("is untouched while no screen takes scans or has shortcuts", () => {
    const { unmount } = render(<Taker />);
    unmount();
    const keys = keysOfPage();
    type(["t", "Enter"], 5);
    expect(keys).toEqual(["t", "Enter"]);
  });
});

describe("a sheet with keys of its own", () => {
  const onSheet = { run: vi.fn() };
  function SheetShortcuts() {
    useShortcuts((keys) => (keys === "r" ? onSheet : null), "sheet");
    return null;
  }
  const page = (overlays: React.ReactNode) => (
    <>
      <Shortcuts />
      <SheetShortcuts />
      {overlays}
    </>
  );

  test.each([
    ["no overlay", null, { page: 1, sheet: 0 }],
    ["the sheet", <div key="s" role="dialog" data-own-keys />, { page: 0, sheet: 1 }],
    ["another dialog", <div key="d" role="dialog" />, { page: 0, sheet: 0 }],
    [
      "a question above the sheet",
      [<div key="s" role="dialog" data-own-keys />, <div key="q" role="alertdialog" />],
      { page: 0, sheet: 0 },
    ],
  ])("takes its step and hides the page's: %s is open", (_, overlays, runs) => {
    open(page(overlays));
    press("r");
    settle();
    const { length: ofPage } = onStep.run.mock.calls;
    expect({ page: ofPage, sheet: onSheet.run.mock.calls.length }).toEqual(runs);
  });
});

test("a scan during which a field gets the focus leaves its text as it was", () => {
  open(
    <>
      <Taker />
      <input aria-label="Serial Number" defaultValue="SN 1" data-scans="next" />
    </>,
  );
  type([..."R5"], 15);
  screen.getByLabelText("Serial Number").focus();
  vi.advanceTimersByTime(15);
  type([..."CT900ABCE", "Enter"], 15);
  settle();
  expect(warning).toHaveBeenCalledWith(SCAN_AGAIN.title, expect.anything());
  expect(screen.getByLabelText<HTMLInputElement>("Serial Number").value).toBe("SN 1");
});

test("a scan of which the page gets only the end leaves its field as it was", () => {
  render(
    <>
      <Taker />
      <input aria-label="Serial Number" data-scans="next" />
    </>,
  );
  screen.getByLabelText("Serial Number").focus();
  type([..."CT900ABCE", "Enter"], 15);
  settle();
  expect(warning).toHaveBeenCalledWith(SCAN_AGAIN.title, expect.anything());
  expect(screen.getByLabelText<HTMLInputElement>("Serial Number").value).toBe("");
});
