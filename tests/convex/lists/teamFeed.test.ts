import { ConvexError } from "convex/values";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { TeamTable } from "../../support/feed/teamTable";
import { refusedCode } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";

const carla = "carla@company.com";
const zoe = "zoe@company.com";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
  await lab.backend.addPeople([
    { email: carla, role: "user", supervisor: sara },
    { email: zoe, role: "supervisor", supervisor: adam },
  ]);
});

const changesFor = (who: string, since: { runId: string; heads: number[] } | null) =>
  lab.as(who).query(api.teamFeed.changes, { since, watchId: 1 });

/** Returns the changes of an answer, which must contain some. */
async function someChangesFor(...asked: Parameters<typeof changesFor>) {
  const changes = await changesFor(...asked);
  if (changes === null || changes === "withdrawn") throw new Error(`The answer is ${changes}`);
  return changes;
}

const placeOf = async (who: string) => (await someChangesFor(who, null)).place;

async function handOver(sampleId: string, from: string, to: string) {
  await lab.take("transfer", from, sampleId, to);
  await lab.take("acknowledgeTransfer", to, sampleId);
}

const supervise = (email: string, supervisor: string) =>
  lab.as(adam).mutation(api.users.update, { email, settings: { supervisor } });

/** Changes the supervisor, and waits until the samples are updated, 50 per transaction. */
async function superviseWithSamples(email: string, supervisor: string) {
  await supervise(email, supervisor);
  await expect
    .poll(() => lab.backend.t.run((ctx) => ctx.db.query("supervisorMoves").first()))
    .toBeNull();
}

const teamOf = (supervisor: string): Promise<Doc<"samples">[]> =>
  lab.backend.t.run((ctx) =>
    ctx.db
      .query("samples")
      .withIndex("by_supervisor_and_status_and_listDate", (q) => q.eq("supervisor", supervisor))
      .collect(),
  );

const HOLDERS = [ana, carla, bruno, sara] as const;
type Act = {
  kind: "hand over" | "register" | "edit" | "remove" | "supervise" | "undo" | "pull" | "load";
  which: number;
  to: (typeof HOLDERS)[number];
};

const anAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(
    ...(["hand over", "hand over", "hand over", "register", "edit", "remove"] as const),
    ...(["supervise", "undo", "pull", "pull", "load"] as const),
  ),
  which: fc.nat({ max: 4 }),
  to: fc.constantFrom(...HOLDERS),
});

/** Performs an act; a step that the workflow refuses has no effect. */
async function perform({ kind, which, to }: Act, samples: readonly Id<"samples">[]): Promise<void> {
  const sampleId = samples[which % samples.length]!;
  const sample = await lab.backend.t.run((ctx) => ctx.db.get("samples", sampleId));
  const holder = sample?.samplmanag ?? ana;
  const transactionId = newTransactionId();
  const acts: Partial<Record<Act["kind"], () => Promise<unknown>>> = {
    "hand over": () => handOver(sampleId, holder, to),
    edit: () => lab.edit(holder, sampleId, aSample()),
    remove: () => lab.as(holder).mutation(api.samples.remove, { transactionId, sampleId }),
    supervise: () => supervise(to, which % 2 === 0 ? sara : zoe),
    undo: () => lab.undo(holder, sampleId),
  };
  try {
    await acts[kind]?.();
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
  }
}

test("a supervisor's table equals the team's samples, and reveals no sample that never was the team's", async () => {
  const property = fc.asyncProperty(fc.array(anAct, { maxLength: 40 }), async (acts) => {
    const samples = [await lab.register(ana), await lab.register(carla), await lab.register(bruno)];
    const table = new TeamTable();
    const everTeams = new Set<string>();
    const see = async () => {
      const team = await teamOf(sara);
      for (const { _id } of team) everTeams.add(_id);
      return team;
    };
    await table.load(lab.as(sara));
    const queue = [...acts];
    for (let act = queue.shift(); act !== undefined; act = queue.shift()) {
      await see();
      if (act.kind === "register") samples.push(await lab.register(act.to));
      else if (act.kind === "pull") await table.pull(lab.as(sara));
      else if (act.kind === "load") {
        await table.load(lab.as(sara), async () => {
          const next = queue[0];
          if (next === undefined || ["load", "pull", "register"].includes(next.kind)) return;
          queue.shift();
          await perform(next, samples);
          await see();
        });
      } else await perform(act, samples);
    }
    const team = await see();
    await table.pull(lab.as(sara));
    const shown = team.map(({ lastStep: _, feedShard, feedSeq, teamSeq, ...row }) => row);
    expect([...table.rows.values()].sort(byId)).toEqual(shown.sort(byId));
    for (const id of table.told) expect(everTeams).toContain(id);
  });
  await fc.assert(property, { numRuns: 15 });
});

const byId = (one: { _id: string }, other: { _id: string }) => (one._id < other._id ? -1 : 1);

test("hand-overs in other teams do not change what a supervisor reads", async () => {
  const [theirs, mine] = [await lab.register(bruno), await lab.register(ana)];
  const place = await placeOf(sara);
  await handOver(theirs, bruno, adam);
  expect(await placeOf(sara)).toEqual(place);
  await lab.edit(ana, mine, aSample());
  const changes = await someChangesFor(sara, place);
  expect(changes).toMatchObject({ rows: [{ _id: mine }], left: [], isDone: true });
  expect(Object.keys(changes.rows[0]!).join()).not.toMatch(/feed|seq|lastStep/i);
});

test("a sample that left the team is reported by its id only, and not once it has returned", async () => {
  const sampleId = await lab.register(ana);
  const place = await placeOf(sara);
  await handOver(sampleId, ana, bruno);
  expect(await changesFor(sara, place)).toMatchObject({ rows: [], left: [sampleId] });
  await handOver(sampleId, bruno, carla);
  expect(await changesFor(sara, place)).toMatchObject({ rows: [{ _id: sampleId }], left: [] });
});

test("more changes than one answer holds arrive in several answers, each change once", async () => {
  const ids = await lab.registerMany(ana, 250);
  const table = new TeamTable();
  await table.load(lab.as(sara));
  await superviseWithSamples(ana, zoe);
  await superviseWithSamples(ana, sara);
  await table.pull(lab.as(sara));
  expect(table.loads).toBe(1);
  expect([...table.rows.keys()].sort()).toEqual([...ids].sort());
  await superviseWithSamples(ana, zoe);
  const first = await changesFor(sara, await placeOf(sara));
  expect(first).toMatchObject({ rows: [], left: [], isDone: true });
  await table.pull(lab.as(sara));
  expect([...table.rows.keys()]).toEqual([]);
});

test("a table that is 5,001 changes behind reloads its pages", async () => {
  await lab.register(ana);
  const place = await placeOf(sara);
  const moveHeads = (by: number) =>
    lab.backend.t.run(async (ctx) => {
      const head = (await ctx.db.query("teamHeads").collect()).find(
        ({ supervisor }) => supervisor === sara,
      )!;
      await ctx.db.patch("teamHeads", head._id, { seq: head.seq + by });
    });
  await moveHeads(5_000);
  expect(await changesFor(sara, place)).toMatchObject({ rows: [], isDone: true });
  await moveHeads(1);
  expect(await changesFor(sara, place)).toBeNull();
});

test("samples of a person who left the team are withdrawn until they have been updated", async () => {
  await lab.registerMany(ana, 501);
  const place = await placeOf(sara);
  await supervise(ana, zoe);
  const answers = [await changesFor(sara, place), await changesFor(sara, null)];
  expect(answers).toEqual(["withdrawn", "withdrawn"]);
  expect(await changesFor(zoe, null)).toMatchObject({ isDone: true });
  await lab.backend.t.finishAllScheduledFunctions(() => undefined);
  expect(await changesFor(sara, place)).toMatchObject({ rows: [], isDone: false });
});

test("a row shows its holder's new e-mail immediately; a moving team reloads its pages", async () => {
  const sampleId = await lab.register(ana);
  const place = await placeOf(sara);
  const correct = (from: string, to: string) =>
    lab.backend.t.run(async (ctx) => {
      const { _id: uid } = (await ctx.db.query("users").first())!;
      await ctx.db.insert("addressMoves", { from, to, uid });
    });
  await lab.edit(ana, sampleId, aSample());
  await correct(ana, "anna@company.com");
  const { rows } = await someChangesFor(sara, place);
  expect(rows).toMatchObject([{ _id: sampleId, samplmanag: "anna@company.com" }]);
  await correct("sarah@company.com", sara);
  expect([await changesFor(sara, place), await changesFor(sara, null)]).toEqual([null, null]);
});

test("positions that the deployment never had, or of another run, make a table reload its pages", async () => {
  await lab.register(ana);
  const place = await placeOf(sara);
  const ahead = { ...place, heads: place.heads.map((head) => head + 1) };
  expect(await changesFor(sara, ahead)).toBeNull();
  expect(await changesFor(sara, { ...place, runId: "another" })).toBeNull();
  expect(await refusedCode(changesFor(sara, { ...place, heads: [1, 2] }))).toBe("INPUT_INVALID");
});

test("a user who is not, or no longer, a supervisor is refused the team feed", async () => {
  const place = await placeOf(sara);
  expect(await refusedCode(changesFor(ana, null))).toBe("NOT_ALLOWED");
  await lab.as(adam).mutation(api.users.update, { email: sara, settings: { role: "user" } });
  expect(await refusedCode(changesFor(sara, place))).toBe("NOT_ALLOWED");
});
