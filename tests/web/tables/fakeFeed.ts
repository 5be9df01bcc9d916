import type {
  FeedChanges,
  FeedEnd,
  FeedPage,
  FeedPlace,
  FeedPosition,
  FeedServer,
} from "@/lib/tables/feed";
import { NO_SAMPLES, type Status } from "#domain/custody/statuses";

export type Device = {
  readonly _id: string;
  readonly _creationTime: number;
  readonly status: Status;
  readonly samplmanag: string;
};

const SHARDS = 4;
const PAGE_ROWS = 3;
const MAX_CHANGES = 2;

type Place = { readonly shard: number; readonly seq: number };

/** The server's stored state: what a backup saves and a restore brings back. */
type Stored = {
  readonly rows: Map<string, Device>;
  /**
   * The feed position of each row's latest change, by row id; includes removed rows, excludes rows
   * older than the feed.
   */
  readonly places: Map<string, Place>;
  readonly heads: number[];
  readonly runs: { readonly runId: string; readonly heads: readonly number[] }[];
};

/**
 * The rows and the feed of a server, by the rules of convex/model/lists/sampleFeed.ts: the feed
 * holds only the latest change of each sample. `beforeAnswer` runs before each answer is read.
 */
export class FakeFeed implements FeedServer<Device> {
  #stored: Stored = {
    rows: new Map(),
    places: new Map(),
    heads: Array<number>(SHARDS).fill(0),
    runs: [],
  };
  #runs = 0;
  #created = 0;
  readonly #beforeAnswer: () => void;
  /** Number of answers of each kind so far. */
  readonly answered = { pages: 0, changes: 0 };

  constructor(rows: number, beforeAnswer: () => void = () => undefined) {
    this.#beforeAnswer = beforeAnswer;
    for (let count = 0; count < rows; count++) this.register();
    this.#stored.places.clear();
    this.#stored.heads.fill(0);
    this.restart();
  }

  get rows(): Device[] {
    return [...this.#stored.rows.values()];
  }

  register(): void {
    const _id = `device${++this.#created}`;
    const row = {
      _id,
      _creationTime: this.#created,
      status: "Registered",
      samplmanag: "",
    } as const;
    this.#stored.rows.set(_id, row);
    this.#note(_id, 0);
  }

  /** Simulates a step: another status or holder. */
  change(pick: number, fields: Partial<Device>): void {
    const row = this.#pick(pick);
    if (row === undefined) return;
    this.#stored.rows.set(row._id, { ...row, ...fields });
    this.#note(row._id, pick);
  }

  remove(pick: number): void {
    const row = this.#pick(pick);
    if (row === undefined) return;
    this.#stored.rows.delete(row._id);
    this.#note(row._id, pick);
  }

  /** Changes rows without a change in the feed: a defect of the server. */
  changeSecretly(pick: number, fields: Partial<Device>): void {
    const row = this.#pick(pick);
    if (row !== undefined) this.#stored.rows.set(row._id, { ...row, ...fields });
  }

  /** Restarts the deployment, with its stored state. */
  restart(): void {
    this.#stored.runs.push({ runId: `run${++this.#runs}`, heads: [...this.#stored.heads] });
  }

  backup(): Stored {
    return structuredClone(this.#stored);
  }

  restore(backup: Stored): void {
    this.#stored = structuredClone(backup);
    this.restart();
  }

  position(): FeedPosition {
    const counts = { ...NO_SAMPLES };
    for (const { status } of this.rows) counts[status]++;
    return { runId: this.#runId, heads: [...this.#stored.heads], counts };
  }

  async page(end: FeedEnd, cursor: string | null): Promise<FeedPage<Device>> {
    await this.#arrive();
    this.answered.pages++;
    const sign = end === "oldest" ? 1 : -1;
    const from = cursor === null ? -Infinity : sign * Number(cursor);
    const following = this.rows
      .sort((one, other) => sign * (one._creationTime - other._creationTime))
      .filter((row) => sign * row._creationTime > from);
    const rows = following.slice(0, PAGE_ROWS);
    const isDone = following.length <= PAGE_ROWS;
    return { rows, cursor: isDone ? null : String(rows.at(-1)!._creationTime) };
  }

  async changes(place: FeedPlace): Promise<FeedChanges<Device> | null> {
    await this.#arrive();
    this.answered.changes++;
    if (!this.#wasAt(place)) return null;
    const after = [...this.#stored.places]
      .filter(([, { shard, seq }]) => seq > place.heads[shard]!)
      .sort(([, one], [, other]) => one.shard - other.shard || one.seq - other.seq);
    const next = after.slice(0, MAX_CHANGES);
    const isDone = next.length === after.length;
    const heads = isDone ? [...this.#stored.heads] : [...place.heads];
    if (!isDone) for (const [, { shard, seq }] of next) heads[shard] = seq;
    const rows = next.flatMap(([id]) => this.#stored.rows.get(id) ?? []);
    const removed = next.map(([id]) => id).filter((id) => !this.#stored.rows.has(id));
    return { runId: this.#runId, heads, rows, removed, isDone };
  }

  get #runId(): string {
    return this.#stored.runs.at(-1)!.runId;
  }

  #wasAt({ runId, heads }: FeedPlace): boolean {
    const { runs, heads: present } = this.#stored;
    const run = runs.findIndex((each) => each.runId === runId);
    const end = runs[run + 1]?.heads ?? present;
    return run >= 0 && heads.every((head, shard) => head <= end[shard]!);
  }

  #note(id: string, shardPick: number): void {
    const shard = shardPick % SHARDS;
    this.#stored.places.set(id, { shard, seq: ++this.#stored.heads[shard]! });
  }

  #pick(number: number): Device | undefined {
    const { rows } = this;
    return rows[number % rows.length];
  }

  async #arrive(): Promise<void> {
    await Promise.resolve();
    this.#beforeAnswer();
  }
}
