/** Totals of teams, which a supervisor's dashboard reads, compared with a sum over all samples. */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { NO_SAMPLES, type StatusCounts } from "#domain/custody/statuses";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";

const sven = "sven@company.com";
const HOLDERS = [ana, bruno, sara, sven] as const;
const SUPERVISORS = [sara, sven, adam] as const;

type Act =
  | { readonly kind: "register"; readonly by: string }
  | { readonly kind: "leave"; readonly by: string }
  | { readonly kind: "handOver"; readonly by: string; readonly to: string }
  | { readonly kind: "supervise"; readonly by: string; readonly to: string }
  | { readonly kind: "forget" };

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const scopeOf = async (by: string) => (await lab.as(by).query(api.dashboard.counts, {})).scope;

async function run(act: Act): Promise<void> {
  if (act.kind === "forget") return await forgetTotals();
  if (act.kind === "register") return void (await lab.register(act.by));
  const [sampleId] = await samplesOf(act.by);
  if (act.kind === "leave") {
    if (sampleId !== undefined) await lab.take("returnToCustomer", act.by, sampleId, sara);
  } else if (act.by === act.to) {
    return; // no one hands over to themselves, and only an admin is their own supervisor
  } else if (act.kind === "supervise") {
    const settings = { supervisor: act.to };
    await lab.as(adam).mutation(api.users.update, { email: act.by, settings });
  } else if (sampleId !== undefined) {
    await lab.take("transfer", act.by, sampleId, act.to);
    await lab.take("acknowledgeTransfer", act.to, sampleId);
  }
}

/** Deletes the totals of teams, as in a database from before they existed. */
async function forgetTotals(): Promise<void> {
  await lab.backend.t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("counterTeams").collect()) {
      await ctx.db.delete("counterTeams", _id);
    }
  });
}

/** Samples that their holder may hand over. */
async function samplesOf(holder: string): Promise<Id<"samples">[]> {
  const samples = await lab.backend.t.run((ctx) => ctx.db.query("samples").collect());
  return samples
    .filter(({ samplmanag, status }) => samplmanag === holder && /Registered|In Use/.test(status))
    .map(({ _id }) => _id);
}

/** Counts the samples that a supervisor and their present reports hold, by status. */
async function naiveScope(supervisor: string): Promise<StatusCounts> {
  const { people, samples } = await lab.backend.t.run(async (ctx) => ({
    people: await ctx.db.query("users").collect(),
    samples: await ctx.db.query("samples").collect(),
  }));
  const reports = people.filter((person) => person.supervisor === supervisor);
  const team = new Set([supervisor, ...reports.map(({ email }) => email)]);
  const counts = { ...NO_SAMPLES };
  for (const { samplmanag, status } of samples) if (team.has(samplmanag)) counts[status] += 1;
  return counts;
}

const by = fc.constantFrom(...HOLDERS);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("register" as const), by }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("handOver" as const), by, to: by }) },
  fc.record({ kind: fc.constant("leave" as const), by }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("supervise" as const),
      by,
      to: fc.constantFrom(...SUPERVISORS),
    }),
  },
  fc.constant({ kind: "forget" as const }),
);

test("the total of a team is the sum over its reports after each step and change of supervisor", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
      lab = await ConvexLab.open();
      await lab.backend.addPeople([{ email: sven, role: "supervisor", supervisor: sven }]);
      for (const each of acts) {
        await run(each);
        for (const supervisor of [sara, sven]) {
          expect(await scopeOf(supervisor)).toEqual(await naiveScope(supervisor));
        }
      }
      expect(await lab.faults()).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

test("a team older than team totals is counted by its readers, then by its first change", async () => {
  await lab.registerMany(ana, 3);
  await lab.register(ana);
  await forgetTotals();
  expect(await scopeOf(sara)).toEqual({ ...NO_SAMPLES, Registered: 1, "In Use": 3 });
  await lab.register(ana);
  expect(await scopeOf(sara)).toEqual({ ...NO_SAMPLES, Registered: 2, "In Use": 3 });
  const stored = await lab.backend.t.run((ctx) => ctx.db.query("counterTeams").collect());
  expect(stored).toMatchObject([{ supervisor: sara, counts: { Registered: 2, "In Use": 3 } }]);
});

test("a supervisor's figures read no counter of a report", async () => {
  await lab.register(ana);
  await lab.backend.t.run(async (ctx) => {
    for (const { _id, email } of await ctx.db.query("counterSamples").collect()) {
      if (email === ana) await ctx.db.delete("counterSamples", _id);
    }
  });
  expect(await scopeOf(sara)).toEqual({ ...NO_SAMPLES, Registered: 1 });
});
