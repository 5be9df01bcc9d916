import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { statusesIn } from "#domain/samples/lists";
import type { Caller } from "../deployments/backend";

type Place = { runId: string; heads: number[] };
type Row = Omit<Doc<"samples">, "feedShard" | "feedSeq" | "teamSeq" | "lastStep">;
type Changes = { place: Place; rows: Row[]; left: string[]; isDone: boolean };

/** The simplest table of a team's samples: it applies the feed without any checks. */
export class TeamTable {
  readonly rows = new Map<string, Row>();
  /** Ids that the feed has sent without a row. */
  readonly told = new Set<string>();
  /** How often it loaded all pages. */
  loads = 0;
  /** Null: it must load all pages. */
  #place: Place | null = null;

  /** Loads all pages. @param betweenPages runs after each page, while the table is incomplete */
  async load(supervisor: Caller, betweenPages: () => Promise<void> = async () => {}) {
    this.loads += 1;
    this.rows.clear();
    this.#place = null;
    const start = await supervisor.query(api.teamFeed.changes, { since: null, watchId: 1 });
    for (const status of statusesIn("report", "team")) {
      let cursor: string | null = null;
      do {
        const answer: { page: Row[]; isDone: boolean; continueCursor: string } =
          await supervisor.query(api.samples.list, {
            list: "report",
            scope: "team",
            status,
            paginationOpts: { cursor, numItems: 100 },
          });
        for (const row of answer.page) this.rows.set(row._id, row);
        cursor = answer.isDone ? null : answer.continueCursor;
        await betweenPages();
      } while (cursor !== null);
    }
    this.#place = start === null || start === "withdrawn" ? null : start.place;
  }

  /** Applies the changes since the last position; reloads if the feed requires it. */
  async pull(supervisor: Caller): Promise<void> {
    for (;;) {
      const changes: Changes | "withdrawn" | null =
        this.#place &&
        (await supervisor.query(api.teamFeed.changes, { since: this.#place, watchId: 1 }));
      if (changes === null || changes === "withdrawn") return await this.load(supervisor);
      const { place, rows, left, isDone } = changes;
      for (const id of left) this.rows.delete(id);
      for (const id of left) this.told.add(id);
      for (const row of rows) this.rows.set(row._id, row);
      this.#place = place;
      if (isDone) return;
    }
  }
}
