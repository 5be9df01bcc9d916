import { FairQueue, type Origin } from "./fairQueue";

/**
 * The callers of expensive work, the most trusted first: browsers from which the account's owner
 * has signed in, networks from which they have, everybody else (model/access/knownClients.ts).
 */
export const RANKS = ["knownBrowser", "knownNetwork", "stranger"] as const;
export type Rank = (typeof RANKS)[number];

export type Place = Origin & { readonly rank: Rank };

/** The place of work that no visitor asked for. */
export const DEPLOYMENTS_OWN: Place = { rank: "knownBrowser", line: "", site: "" };

/**
 * Runs expensive work, a few pieces at a time. The others wait in a queue for each rank, and a turn
 * goes to the first rank whose queue is not empty. Work that a full queue turns away never begins.
 */
export class Turns {
  readonly #waiting: readonly FairQueue<Waiter>[];
  #running = 0;

  /** @param maxWaiting of each rank */
  constructor(
    readonly atOnce: number,
    maxWaiting: number,
  ) {
    this.#waiting = RANKS.map(() => new FairQueue<Waiter>(maxWaiting));
  }

  /** Waits for a turn and runs `work`. @returns its result; null when it was turned away */
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

  /** Resolves to true with the turn of whoever finished, to false when turned away. */
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
