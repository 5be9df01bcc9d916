/**
 * Browser notifications, outside of the page. Each is shown once, however many tabs are open, and
 * only while none of the tabs is visible. Web Locks coordinate the tabs of one person:
 *
 *   "notices of <person>"   held by the tab that shows them; when it closes, by the next one
 *   "looking at <person>"   shared by the visible tabs
 */

const PREFERENCE = "notices";

/** False on a plain-HTTP page and in some phones' browsers. */
export function hasNotices(): boolean {
  return "Notification" in window && "locks" in navigator;
}

/** True if the person turned notices on in this browser, and the browser still allows them. */
export function wantsNotices(): boolean {
  return localStorage.getItem(PREFERENCE) === "on" && Notification.permission === "granted";
}

/**
 * Turns notices on or off in this browser. Turning them on asks for the browser's permission, so
 * call it only in response to a press.
 *
 * @returns whether they are now on
 */
export async function setNotices(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(PREFERENCE, isAllowed ? "on" : "off");
  return isAllowed;
}

export type Notice = {
  /** A notice replaces an earlier one with the same key. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  /** Called on a click, after the tab was brought to the front. */
  readonly onOpen: () => void;
};

/** One tab's participant in showing a person's notices. */
export class BrowserNotices {
  readonly #person: string;
  readonly #shown = new Map<string, Notification>();
  readonly #stopped = new AbortController();
  #isOurs = false;

  /** @param person e-mail; tabs may be signed in as different people */
  constructor(person: string) {
    this.#person = person;
    const { signal } = this.#stopped;
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve());
    });
    const hold = () => {
      this.#isOurs = true;
      return stopped;
    };
    void navigator.locks.request(`notices of ${person}`, { signal }, hold).catch(() => undefined);
    document.addEventListener("visibilitychange", () => this.#holdWhileVisible(), { signal });
    this.#holdWhileVisible();
  }

  /** Shows a notice if this tab holds the lock and no tab is visible. */
  async show({ key, title, body, onOpen }: Notice): Promise<void> {
    if (!this.#isOurs || !wantsNotices() || (await this.#isLookedAt())) return;
    const shown = new Notification(title, { body, tag: key, icon: "/favicon.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onOpen();
    };
    this.#shown.set(key, shown);
  }

  /** Closes a notice that is no longer true. */
  close(key: string): void {
    this.#shown.get(key)?.close();
    this.#shown.delete(key);
  }

  /** Leaves showing notices to another tab. */
  stop(): void {
    this.#stopped.abort();
    for (const key of [...this.#shown.keys()]) this.close(key);
  }

  async #isLookedAt(): Promise<boolean> {
    if (!document.hidden) return true;
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === this.#visibleLock);
  }

  get #visibleLock() {
    return `looking at ${this.#person}`;
  }

  #holdWhileVisible(): void {
    if (document.hidden) return;
    const { signal } = this.#stopped;
    const untilHidden = () =>
      new Promise<void>((resolve) => {
        const end = () => resolve();
        document.addEventListener("visibilitychange", end, { once: true });
        signal.addEventListener("abort", end);
      });
    void navigator.locks
      .request(this.#visibleLock, { mode: "shared", signal }, untilHidden)
      .catch(() => undefined);
  }
}
