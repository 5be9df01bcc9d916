import { api } from "../../../convex/_generated/api";
import { decodeRows, type SampleRow } from "../../../domain/compactRows";
import type { Caller } from "../backend";

type Position = { runId: string; heads: number[] };

/** The simplest copy of all samples: it has no doubts, and does what the feed says. */
export class SampleCopy {
  readonly rows = new Map<string, SampleRow>();
  #position: Position = { runId: "", heads: [] };
  /** Times that it loaded all pages. */
  loads = 0;

  /** @param betweenPages runs after each page, while the copy is incomplete */
  async load(admin: Caller, betweenPages: () => Promise<void> = async () => {}): Promise<void> {
    this.loads += 1;
    this.rows.clear();
    const { runId, heads } = await admin.query(api.sampleFeed.position, {});
    this.#position = { runId, heads };
    let cursor: string | null = null;
    do {
      const page: { rows: string; cursor: string | null } = await admin.query(api.sampleFeed.page, {
        cursor,
      });
      this.#put(page.rows);
      cursor = page.cursor;
      await betweenPages();
    } while (cursor !== null);
    await this.pull(admin);
  }

  /** Fetches what changed since; loads again where the feed says so. */
  async pull(admin: Caller): Promise<void> {
    for (;;) {
      const changes = await admin.query(api.sampleFeed.changes, this.#position);
      if (changes === null) return await this.load(admin);
      this.#put(changes.rows);
      for (const id of changes.removed) this.rows.delete(id);
      this.#position = { runId: changes.runId, heads: changes.heads };
      if (changes.isDone) return;
    }
  }

  #put(rows: string) {
    for (const row of decodeRows(rows)) this.rows.set(row._id, row);
  }
}
