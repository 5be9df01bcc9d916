import { FairQueue, type Origin } from "./fairQueue";

/**
 * Callers of expensive work by trust, most trusted first: browsers in which the account's owner has
 * signed in before, networks from which they have, all others (model/access/knownClients.ts).
 */
export const RANKS = ["knownBrowser", "knownNetwork", "stranger"] as const;
export type Rank = (typeof RANKS)[number];

export type Place = Origin & { readonly rank: Rank };

/** The place of work that the deployment starts itself. */
export const DEPLOYMENTS_OWN: Place = { rank: "knownBrowser", line: "", site: "" };

/**
 * Runs expensive work with limited concurrency. Further work waits in one queue per rank, and the
 * next slot goes to the first rank whose queue is not empty. Work rejected by a full queue never
 * starts.
 */
export class Turns {
  readonly #waiting: readonly FairQueue<Waiter>[];
  #running = 0;

  /** @param maxWaiting per rank */
  constructor(
    readonly atOnce: number,
    maxWaiting: number,
  ) {
    this.#waiting = RANKS.map(() => new FairQueue<Waiter>(maxWaiting));
  }

  /**
   * Waits for a slot and runs `work`.
   * @returns its result; null if it was rejected
   */
  async run<Result>(
    { rank, ...origin }: Place,
    work: () => Promise<Result>,
  ): Promise<Result | null> {
    if (this.#running < this.atOnce) this.#running += 1;
    else if (!(await this.#turn(rank, origin))) return null;
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  /** Resolves to true when a finished caller passes on its slot, to false when rejected. */
  #turn(rank: Rank, origin: Origin): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting[RANKS.indexOf(rank)]?.add(origin, resolve)?.(false);
    });
  }

  #passOn(): void {
    for (const queue of this.#waiting) {
      const waiter = queue.next();
      if (waiter !== undefined) return waiter(true);
    }
    this.#running -= 1;
  }
}

type Waiter = (hasTurn: boolean) => void;
