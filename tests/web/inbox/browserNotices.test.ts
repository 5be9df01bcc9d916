/** jsdom has neither notifications nor locks: these fakes act as in several tabs of one browser. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BrowserNotices, setNotices, wantsNotices } from "@/lib/browserNotices";
import { eventually } from "../../support/eventually";

type Waiting = { name: string; isShared: boolean; run: () => void };

/** The used part of LockManager: exclusive and shared locks, `signal`, `query`. */
class TabLocks {
  readonly held: { name: string; isShared: boolean }[] = [];
  #waiting: Waiting[] = [];

  request(
    name: string,
    { mode, signal }: { mode?: LockMode; signal: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve) => {
      const isShared = mode === "shared";
      const lock = { name, isShared };
      const run = () => {
        this.held.push(lock);
        void hold().then(() => {
          this.held.splice(this.held.indexOf(lock), 1);
          this.#grant();
          resolve();
        });
      };
      const waiting = { name, isShared, run };
      this.#waiting.push(waiting);
      signal.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
      });
      this.#grant();
    });
  }

  query() {
    return Promise.resolve({ held: this.held.map(({ name }) => ({ name })) });
  }

  #grant() {
    for (const each of [...this.#waiting]) {
      const others = this.held.filter(({ name }) => name === each.name);
      if (others.some((other) => !each.isShared || !other.isShared)) continue;
      this.#waiting = this.#waiting.filter((waiting) => waiting !== each);
      each.run();
    }
  }
}

class ShownNotice {
  static permission = "granted";
  static requestPermission = () => Promise.resolve(ShownNotice.permission);
  static all: ShownNotice[] = [];
  isClosed = false;
  onclick: (() => void) | null = null;
  constructor(
    readonly title: string,
    readonly options: { body: string; tag: string },
  ) {
    ShownNotice.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

const tabs: BrowserNotices[] = [];
const open = (person = "ana@company.com") => {
  const tab = new BrowserNotices(person);
  tabs.push(tab);
  return tab;
};
const setHidden = (isHidden: boolean) => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
};
const notice = (key: string) => ({ key, title: key, body: "", onOpen: vi.fn() });
const shown = () => ShownNotice.all.filter(({ isClosed }) => !isClosed).map(({ title }) => title);

let locks: TabLocks;
beforeEach(async () => {
  locks = new TabLocks();
  ShownNotice.all = [];
  ShownNotice.permission = "granted";
  vi.stubGlobal("Notification", ShownNotice);
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  setHidden(true);
  await setNotices(true);
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("a browser notification", () => {
  test("is shown by one of several tabs, and by another once that one has closed", async () => {
    const [first, second] = [open(), open()];
    for (const tab of [first, second]) await tab.show(notice("one"));
    expect(shown()).toEqual(["one"]);
    first.stop();
    await eventually(async () => {
      await second.show(notice("two"));
      expect(shown()).toEqual(["two"]);
    });
  });

  test("is not shown while a tab of the same person is in view", async () => {
    const tab = open();
    const lookedAt = { name: "looking at ana@company.com", isShared: true };
    locks.held.push(lookedAt);
    await tab.show(notice("one"));
    expect(shown()).toEqual([]);
    locks.held.splice(locks.held.indexOf(lookedAt), 1, { ...lookedAt, name: "looking at bob" });
    await tab.show(notice("one"));
    expect(shown()).toEqual(["one"]);
  });

  test("holds the lock of a tab in view for as long as it is in view", async () => {
    const tab = open();
    const names = () => locks.held.map(({ name }) => name);
    expect(names()).toEqual(["notices of ana@company.com"]);
    setHidden(false);
    expect(names()).toContain("looking at ana@company.com");
    await tab.show(notice("one"));
    expect(shown()).toEqual([]);
    setHidden(true);
    await eventually(() => expect(names()).toEqual(["notices of ana@company.com"]));
  });

  test("opens its tab and its subject, and closes when it is no longer true", async () => {
    const tab = open();
    const focus = vi.spyOn(window, "focus").mockReturnValue();
    const told = notice("one");
    await tab.show(told);
    ShownNotice.all[0]?.onclick?.();
    expect(focus).toHaveBeenCalledOnce();
    expect(told.onOpen).toHaveBeenCalledOnce();
    await tab.show(notice("two"));
    tab.close("two");
    expect(shown()).toEqual([]);
  });

  test("is shown to no one who did not ask for it, revoked it, or is refused it", async () => {
    const tab = open();
    expect(await setNotices(false)).toBe(false);
    await tab.show(notice("one"));
    ShownNotice.permission = "denied";
    expect(await setNotices(true)).toBe(false);
    expect(wantsNotices()).toBe(false);
    await tab.show(notice("one"));
    expect(shown()).toEqual([]);
  });
});
