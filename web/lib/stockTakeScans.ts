import type { FunctionReturnType } from "convex/server";
import { z } from "#domain/common/zod";
import type { api } from "../../convex/_generated/api";
import type { RefusalCode } from "#domain/common/errors";
import type { Attempt } from "./connection/attempt";
import { newTransactionId } from "./transactionId";
import { Listeners } from "./observable";

export type ScanAnswer = FunctionReturnType<typeof api.stockTakes.scan>;

/**
 * One scan in this browser. While it has neither answer nor refusal, it waits for the connection.
 */
export type Scan = {
  /** Idempotency key: the server records a scan once, however often it is sent. */
  readonly scanId: string;
  readonly text: string;
  /** Epoch ms, from this browser's clock. */
  readonly at: number;
  readonly answer: ScanAnswer | null;
  /** The refusal's text, or null. */
  readonly refused: string | null;
};

const stored = z.object({ scanId: z.string().min(1), text: z.string().min(1), at: z.number() });

/** Maximum of scans shown. */
const MAX_SHOWN = 30;

/**
 * Temporary refusals: a scan refused with one of these is sent again when the page is next opened.
 */
const PASSING: readonly (RefusalCode | null)[] = [null, "NOT_SIGNED_IN", "STOCK_TAKE_PREPARING"];

type ScanQueueOptions = {
  readonly storage: Storage;
  /** E-mail: people who share a browser send only their own scans. */
  readonly owner: string;
  readonly stockTakeId: string;
  /** Resolves when the server has answered, possibly after a reconnect. */
  readonly send: (scan: Pick<Scan, "scanId" | "text">) => Promise<Attempt<ScanAnswer>>;
};

/**
 * One person's scans in one stock-take, latest first. A scan is kept in `storage` until the server
 * has answered it, so neither a lost connection nor a closed page loses one: `resume` sends the
 * rest, and the server reports a scan that it had already recorded.
 */
export class ScanQueue {
  readonly #options: ScanQueueOptions;
  readonly #listeners = new Listeners();
  #scans: readonly Scan[] = [];

  constructor(options: ScanQueueOptions) {
    this.#options = options;
    this.#scans = this.#waitingSince();
  }

  /** Returns the same array until a scan changes. */
  get = (): readonly Scan[] => this.#scans;

  /** @returns unsubscribe */
  subscribe = this.#listeners.add;

  /** Records a new scan and sends it. Resolves with its answer or refusal. */
  async take(text: string): Promise<Scan> {
    const scan = { scanId: newTransactionId(), text, at: Date.now(), answer: null, refused: null };
    this.#keep(scan);
    this.#put([scan, ...this.#scans]);
    return await this.#send(scan);
  }

  /** Sends unanswered scans of earlier visits, in their order. */
  async resume(): Promise<void> {
    const waiting = this.#scans.filter(
      ({ answer, refused }) => answer === null && refused === null,
    );
    await Promise.all(waiting.toReversed().map((scan) => this.#send(scan)));
  }

  async #send(scan: Scan): Promise<Scan> {
    const { scanId, text } = scan;
    const outcome = await this.#options.send({ scanId, text });
    const settled = outcome.ok
      ? { ...scan, answer: outcome.value }
      : { ...scan, refused: outcome.message };
    if (outcome.ok || !PASSING.some((code) => code === outcome.code)) this.#forget(scanId);
    this.#put(this.#scans.map((each) => (each.scanId === scanId ? settled : each)));
    return settled;
  }

  #put(scans: readonly Scan[]): void {
    const isWaiting = ({ answer, refused }: Scan) => answer === null && refused === null;
    this.#scans = scans.filter((scan, index) => index < MAX_SHOWN || isWaiting(scan));
    this.#listeners.notify();
  }

  // One storage entry per scan, so that two tabs with the same stock-take do not overwrite each
  // other.
  get #prefix(): string {
    return `scan ${this.#options.stockTakeId} ${this.#options.owner} `;
  }

  #keep({ scanId, text, at }: Scan): void {
    try {
      this.#options.storage.setItem(this.#prefix + scanId, JSON.stringify({ scanId, text, at }));
    } catch {
      // Storage is full or disabled: the scan waits until the page is closed.
    }
  }

  #forget(scanId: string): void {
    try {
      this.#options.storage.removeItem(this.#prefix + scanId);
    } catch {
      // Storage is disabled: nothing was stored.
    }
  }

  #waitingSince(): Scan[] {
    try {
      const { storage } = this.#options;
      return Object.keys(storage)
        .filter((key) => key.startsWith(this.#prefix))
        .flatMap((key) => {
          const { data } = stored.safeParse(JSON.parse(storage.getItem(key) ?? "null"));
          return data === undefined ? [] : [{ ...data, answer: null, refused: null }];
        })
        .sort((one, other) => other.at - one.at);
    } catch {
      return [];
    }
  }
}
