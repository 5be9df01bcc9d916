import { api } from "../../../convex/_generated/api";
import { decodeRows, type SampleRow } from "#domain/samples/compactRows";
import type { Caller } from "../deployments/backend";

type Position = { runId: string; heads: number[] };

/** The simplest replica of all samples: it applies the feed without any checks. */
export class SampleCopy {
  readonly rows = new Map<string, SampleRow>();
  /** How often it began to load all pages. */
  loads = 0;
  /** Null: it must load all pages. */
  #position: Position | null = null;

  /** @param betweenPages runs after each page, while the replica is incomplete */
  async load(admin: Caller, betweenPages: () => Promise<void> = async () => {}): Promise<void> {
    this.loads += 1;
    this.#position = null;
    this.rows.clear();
    const { runId, heads } = await admin.query(api.sampleFeed.position, {});
    let cursor: string | null = null;
    do {
      const page: { rows: string; cursor: string | null } = await admin.query(api.sampleFeed.page, {
        cursor,
      });
      this.#put(page.rows);
      cursor = page.cursor;
      await betweenPages();
    } while (cursor !== null);
    // Pages contain rows newer than the heads; a backup restored meanwhile has reverted those.
    const isRestored = !(await this.#followTo(admin, { runId, heads }, runId));
    if (isRestored) await this.load(admin);
  }

  /** Fetches the changes since the last position; reloads if the feed requires it. */
  async pull(admin: Caller): Promise<void> {
    if (this.#position === null) return await this.load(admin);
    if (!(await this.#followTo(admin, this.#position))) await this.load(admin);
  }

  /** @returns false if the replica must reload, as in another run than `onlyIn` */
  async #followTo(admin: Caller, from: Position, onlyIn?: string): Promise<boolean> {
    for (let position = from; ;) {
      const changes = await admin.query(api.sampleFeed.changes, position);
      if (changes === null || (onlyIn ?? changes.runId) !== changes.runId) return false;
      this.#put(changes.rows);
      for (const id of changes.removed) this.rows.delete(id);
      position = { runId: changes.runId, heads: changes.heads };
      if (!changes.isDone) continue;
      this.#position = position;
      return true;
    }
  }

  #put(rows: string) {
    for (const row of decodeRows(rows)) this.rows.set(row._id, row);
  }
}
