/**
 * Notices of the browser, outside of the page. Each is shown once, however many tabs are open, and
 * only while nobody looks at one of them. Web Locks settle both between the tabs of one person:
 *
 *   "notices of <person>"   held by one tab, which shows them; when it closes, by the next
 *   "looking at <person>"   shared by the tabs that are visible at the moment
 */

const PREFERENCE = "notices";

/** A plain-HTTP page, and some browsers of phones, have no notices. */
export function hasNotices(): boolean {
  return "Notification" in window && "locks" in navigator;
}

/** True if the person turned notices on in this browser, and the browser still allows them. */
export function wantsNotices(): boolean {
  return localStorage.getItem(PREFERENCE) === "on" && Notification.permission === "granted";
}

/**
 * Turns notices on or off in this browser; on, it asks the browser's permission. Call it on a press
 * only.
 *
 * @returns whether they are on now
 */
export async function setNotices(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(PREFERENCE, isAllowed ? "on" : "off");
  return isAllowed;
}

export type Notice = {
  /** Two notices of one key are one. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  /** Called on a click, after the tab came to the front. */
  readonly onOpen: () => void;
};

/** One tab's part in the notices of a person. */
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

  /** Shows a notice if this tab is the one to, and nobody looks at any. */
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

  /** Takes a notice away that is no longer true. */
  close(key: string): void {
    this.#shown.get(key)?.close();
    this.#shown.delete(key);
  }

  /** Leaves the notices to another tab. */
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
