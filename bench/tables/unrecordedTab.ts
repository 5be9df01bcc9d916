import { setTimeout as pause } from "node:timers/promises";
import type { Browser, CDPSession } from "playwright-core";
import { LAPTOP } from "../arrival";

const PATIENCE_MS = 120_000;
const POLL_MS = 500;

/** A message of the DevTools protocol: a response if it has an `id`, otherwise an event. */
type Message = {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: object;
  readonly method?: string;
  readonly params?: { readonly sessionId: string; readonly message?: string };
};

/** The used parts of `Runtime.evaluate`'s response. */
type Evaluated = {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
};

/**
 * DevTools session of a tab or worker. The parent's session forwards its messages: the browser's
 * for a tab, a tab's for its workers.
 */
class NestedSession {
  readonly children = new Map<string, NestedSession>();
  readonly #post: (message: string) => Promise<unknown>;
  readonly #waiting = new Map<number, (answer: Message) => void>();
  #lastId = 0;

  constructor(post: (message: string) => Promise<unknown>) {
    this.#post = post;
  }

  async send(method: string, params: object = {}): Promise<object> {
    const id = ++this.#lastId;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    await this.#post(JSON.stringify({ id, method, params }));
    const { error, result } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  receive(text: string): void {
    const { id, method, params, ...answer } = JSON.parse(text) as Message;
    if (id !== undefined) {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    } else if (params !== undefined && method === "Target.attachedToTarget") {
      const { sessionId } = params;
      const post = (message: string) =>
        this.send("Target.sendMessageToTarget", { sessionId, message });
      this.children.set(sessionId, new NestedSession(post));
    } else if (params?.message !== undefined && method === "Target.receivedMessageFromTarget") {
      this.children.get(params.sessionId)?.receive(params.message);
    }
  }
}

/**
 * A tab that Playwright does not control. Playwright makes DevTools record the responses of its own
 * tabs, and the recordings stay in the memory of the tab's process.
 */
export class UnrecordedTab {
  private constructor(
    private readonly browser: CDPSession,
    private readonly targetId: string,
    private readonly session: NestedSession,
  ) {}

  /** @param browserContextId from `newProfile`; tabs of one profile share the browser's storage */
  static async open(browser: Browser, browserContextId: string, url: string) {
    const session = await browser.newBrowserCDPSession();
    const created = { url, browserContextId, ...LAPTOP };
    const { targetId } = await session.send("Target.createTarget", created);
    const { sessionId } = await session.send("Target.attachToTarget", { targetId });
    const nested = new NestedSession((message) =>
      session.send("Target.sendMessageToTarget", { sessionId, message }),
    );
    session.on("Target.receivedMessageFromTarget", (event) => {
      if (event.sessionId === sessionId) nested.receive(event.message);
    });
    return new UnrecordedTab(session, targetId, nested);
  }

  /** Resolves to the value of `expression` in the page, awaiting it if it is a promise. */
  async evaluate(expression: string): Promise<unknown> {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const answer = (await this.session.send("Runtime.evaluate", params)) as Evaluated;
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.text}`);
    return answer.result.value;
  }

  /** Resolves when `expression` is true in the page. */
  async until(expression: string): Promise<void> {
    const ends = performance.now() + PATIENCE_MS;
    while ((await this.evaluate(expression)) !== true) {
      if (performance.now() > ends) throw new Error(`Not true in time: ${expression}`);
      await pause(POLL_MS);
    }
  }

  /** Makes the page and its workers collect garbage. */
  async collectGarbage(): Promise<void> {
    const following = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
    await this.session.send("Target.setAutoAttach", following);
    for (const session of [this.session, ...this.session.children.values()]) {
      await session.send("HeapProfiler.collectGarbage");
    }
  }

  /**
   * Closes the tab, and ends the service workers that would keep its process alive for the next
   * one.
   */
  async close(): Promise<void> {
    await this.session.send("ServiceWorker.enable");
    await this.session.send("ServiceWorker.stopAllWorkers");
    await this.browser.send("Target.closeTarget", { targetId: this.targetId });
    await this.browser.detach();
  }
}

/** Creates an empty profile that Playwright does not control. @returns its id */
export async function newProfile(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  return browserContextId;
}
