import type { WithoutSystemFields } from "convex/server";
import type { Patch } from "#domain/common/objects";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { readMoves, staleFields } from "../people/addressMoves";
import { CountChanges } from "./counters";
import * as OverdueDates from "./overdueDates";
import { PeopleByEmail } from "../people/users";
import { TeamHeads } from "../people/teamHeads";
import { Totals, type FeedPlace } from "../common/totals";

/** The position of a change in two feeds: that of all samples, and that of the holder's team. */
type Place = FeedPlace & { readonly teamSeq: number };

/** A sample's holder and the holder's supervisor. */
type Team = Pick<Doc<"samples">, "samplmanag" | "supervisor">;

/** A sample without the fields that every write adds. */
export type SampleFields = Omit<WithoutSystemFields<Doc<"samples">>, keyof Place | "overdueAt">;

/**
 * The samples that one transaction writes. Each write gets its positions in the change feeds and is
 * counted for its holder; `writeSamples` stores heads and counts once, at the end. No other code
 * writes `samples` (enforced by scripts/lint/plugin.mjs), so no change can be missing from the
 * feeds or the counts.
 */
class SampleWrites {
  readonly #ctx: MutationCtx;
  readonly #totals: Totals;
  readonly #teams: TeamHeads;
  readonly #people: PeopleByEmail;
  readonly #now: number;
  readonly #counts = new CountChanges();

  constructor(ctx: MutationCtx, people: PeopleByEmail, now: number) {
    this.#ctx = ctx;
    this.#totals = new Totals(ctx);
    this.#teams = new TeamHeads(ctx);
    this.#people = people;
    this.#now = now;
  }

  async insert(sample: SampleFields): Promise<Id<"samples">> {
    const place = await this.#nextPlace(sample);
    // Fields come before the spread: in V8 (Node 20) each field after a spread costs more than
    // everything that the spread copies.
    const sampleId = await this.#ctx.db.insert("samples", {
      feedShard: place.feedShard,
      feedSeq: place.feedSeq,
      teamSeq: place.teamSeq,
      ...sample,
    });
    this.#counts.add(sample, 1);
    return sampleId;
  }

  /**
   * Changes the given fields; undefined clears a field. A new request gets its `overdueAt`. Former
   * addresses stored in the sample are replaced by present ones, under which the samples are
   * counted.
   *
   * @param overdueBefore `overdueAt` of a request that an undo restores, epoch ms
   */
  async patch(
    stored: Doc<"samples">,
    changes: Patch<SampleFields>,
    overdueBefore?: number,
  ): Promise<void> {
    const stale = await this.#staleFields(stored);
    const before = { ...stored, ...stale };
    const after = { ...before, ...changes };
    const { samplmanag, supervisor, status } = after;
    const { feedShard, feedSeq, teamSeq } = await this.#nextPlace(after);
    if (supervisor !== stored.supervisor) await this.#leaveTeam(stored, feedShard);
    const overdueAt = await OverdueDates.afterChange(
      this.#people,
      { before, after, overdueBefore },
      this.#now,
    );
    const fields = { overdueAt, feedShard, feedSeq, teamSeq, ...stale, ...changes };
    await this.#ctx.db.patch("samples", stored._id, fields);
    this.#counts.add(before, -1);
    this.#counts.add({ samplmanag, supervisor, status }, 1);
  }

  /** Updates when an open request becomes overdue, after a change of the thresholds. */
  async setOverdueAt(sample: Doc<"samples">, overdueAt: number | undefined): Promise<void> {
    const place = await this.#nextPlace(sample);
    await this.#ctx.db.patch("samples", sample._id, { overdueAt, ...place });
  }

  async remove(stored: Doc<"samples">): Promise<void> {
    const sample = { ...stored, ...(await this.#staleFields(stored)) };
    const place = await this.#totals.nextPlace(sample.samplmanag);
    await this.#ctx.db.delete("samples", sample._id);
    await this.#ctx.db.insert("removedSamples", { ...place, sampleId: sample._id });
    await this.#leaveTeam(stored, place.feedShard);
    this.#counts.add(sample, -1);
  }

  async #nextPlace({ samplmanag, supervisor }: Team): Promise<Place> {
    const place = await this.#totals.nextPlace(samplmanag);
    return { ...place, teamSeq: await this.#teams.nextSeq(supervisor, place.feedShard) };
  }

  /** Records in the feed of the sample's stored team that the sample has left it. */
  async #leaveTeam({ _id: sampleId, supervisor }: Doc<"samples">, feedShard: number) {
    if (supervisor === "") return;
    const teamSeq = await this.#teams.nextSeq(supervisor, feedShard);
    await this.#ctx.db.insert("teamDepartures", { supervisor, feedShard, teamSeq, sampleId });
  }

  async #staleFields(sample: Doc<"samples">): Promise<Partial<SampleFields>> {
    return staleFields(sample, await readMoves(this.#ctx));
  }

  async flush(): Promise<void> {
    await this.#counts.flush(this.#ctx, this.#totals, this.#people, this.#now);
    await this.#totals.flush();
    await this.#teams.flush();
  }
}

export type SampleWriter = Omit<SampleWrites, "flush">;

/**
 * Runs `write`, which inserts, patches and removes samples one after another, and then stores the
 * counts and the feed heads: one document for each person whose counts changed, and for each
 * affected shard one of the total and one per team. A transaction may call it several times, but
 * must not nest calls.
 *
 * @param options `known`: user documents that the transaction has already read; `now`: epoch ms,
 *   the clock's by default; only the demo seed passes another time
 */
export async function writeSamples<Result>(
  ctx: MutationCtx,
  write: (samples: SampleWriter) => Promise<Result>,
  { known = [], now = Date.now() }: { known?: readonly Doc<"users">[]; now?: number } = {},
): Promise<Result> {
  const samples = new SampleWrites(ctx, new PeopleByEmail(ctx, known), now);
  const result = await write(samples);
  await samples.flush();
  return result;
}
