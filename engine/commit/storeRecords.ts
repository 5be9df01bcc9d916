import { Catalog } from "../storage/catalog";
import { DamagedStoreError } from "../storage/errors";
import { OWN_INDEX } from "../storage/ownRecords";
import type { Snapshot } from "../storage/snapshot";
import type { Store } from "../storage/store";
import type { Write } from "../storage/writes";
import type { Clock } from "./types";

const CATALOG = Buffer.from("catalog");
/** "<commit timestamp, ns> <newest creation time, ms>" */
const CLOCK = Buffer.from("clock");

const NS_PER_MS = 1_000_000n;
// Doubles near today's epoch milliseconds are 0.00024 apart; adding this always gives a later time.
const CREATION_STEP_MS = 0.001;

/** Catalog and clock of one store, and the store entries that persist them. */
export class StoreRecords {
  readonly catalog: Catalog;
  /** Timestamp of the newest commit, in nanoseconds. The commit may not be durable yet. */
  ts: bigint;
  #creationTime: number;

  private constructor(catalog: Catalog, ts: bigint, creationTime: number) {
    this.catalog = catalog;
    this.ts = ts;
    this.#creationTime = creationTime;
  }

  /** @throws DamagedStoreError naming the file */
  static load(store: Store): StoreRecords {
    const { file } = store;
    const snapshot = store.snapshot();
    try {
      const catalog = snapshot.get(OWN_INDEX, CATALOG);
      const clock = snapshot.get(OWN_INDEX, CLOCK);
      if (catalog === undefined && clock === undefined) {
        return new StoreRecords(new Catalog(), 0n, 0);
      }
      if (catalog === undefined || !/^\d+ [\d.]+$/.test(clock ?? "")) {
        throw new DamagedStoreError(`${file} is damaged: its catalog or clock is missing.`);
      }
      const [ts, creationTime] = clock!.split(" ");
      return new StoreRecords(Catalog.parse(catalog, file), BigInt(ts!), Number(creationTime));
    } finally {
      snapshot.close();
    }
  }

  /** Timestamp of the newest commit in `snapshot`. */
  static tsOf(snapshot: Snapshot): bigint {
    const clock = snapshot.get(OWN_INDEX, CLOCK) ?? "0 0";
    return BigInt(clock.slice(0, clock.indexOf(" ")));
  }

  /**
   * Returns the timestamp for the next commit: the clock's time, or 1 ns after the newest commit if
   * that is later.
   */
  followingTs(clock: Clock): bigint {
    const now = BigInt(Math.floor(clock.now())) * NS_PER_MS;
    return now > this.ts ? now : this.ts + 1n;
  }

  nextCreationTime(clock: Clock): number {
    this.#creationTime = Math.max(clock.now(), this.#creationTime + CREATION_STEP_MS);
    return this.#creationTime;
  }

  /** Makes all later creation times greater than `createdAt` (epoch ms). */
  noteCreationTime(createdAt: number): void {
    this.#creationTime = Math.max(createdAt, this.#creationTime);
  }

  /** Returns the records to write with the next group of commits. Marks the catalog as saved. */
  writes(): Write[] {
    const writes: Write[] = [
      { index: OWN_INDEX, key: CLOCK, value: `${this.ts} ${this.#creationTime}` },
    ];
    if (this.catalog.isChanged) {
      writes.push({ index: OWN_INDEX, key: CATALOG, value: this.catalog.toJson() });
      this.catalog.isChanged = false;
    }
    return writes;
  }

  /** Makes the next `writes` include the catalog, for example after its group was aborted. */
  markUnsaved(): void {
    this.catalog.isChanged = true;
  }
}
