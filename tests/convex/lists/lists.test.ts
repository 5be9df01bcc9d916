import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { capPage } from "../../../convex/model/common/pages";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Users from "../../../convex/model/people/users";
import {
  LIST_NAMES,
  compareInList,
  SCOPES,
  statusesIn,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import type { Status } from "#domain/custody/statuses";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { FIRST_PAGE } from "../../support/samples";
import { changeSupervisor } from "../../support/testFunctions";

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  lab = await ConvexLab.open();
});
afterEach(() => {
  vi.useRealTimers();
});

const later = () => vi.advanceTimersByTime(1_000);
const page = (by: string, list: ListName, scope: Scope, status: Status) =>
  lab.as(by).query(api.samples.list, { list, scope, status, paginationOpts: FIRST_PAGE });
/** Returns the ids of all ranges of a list in a scope, merged as clients do. */
const ids = async (by: string, list: ListName, scope: Scope) => {
  const statuses = statusesIn(list, scope);
  const ranges = await Promise.all(statuses.map((status) => page(by, list, scope, status)));
  const merged = ranges.flatMap((range) => range.page).sort(compareInList(list));
  for (const [index, range] of ranges.entries()) {
    const own = merged.filter(({ status }) => status === statuses[index]);
    expect(range.page).toEqual(own); // otherwise merging page by page would shift rows
  }
  return merged.map(({ _id }) => _id);
};

/** Creates one sample of Ana's in every status; Bruno receives, Sara approves. */
async function oneOfEach() {
  const registered = await lab.register(ana);
  later();
  const inTransit = await lab.register(ana);
  await lab.take("transfer", ana, inTransit, bruno);
  later();
  const inUse = await lab.register(ana);
  await lab.take("transfer", ana, inUse, bruno);
  await lab.take("acknowledgeTransfer", bruno, inUse);
  await lab.take("transfer", bruno, inUse, ana);
  await lab.take("acknowledgeTransfer", ana, inUse);
  later();
  const inReturn = await lab.register(ana);
  await lab.take("returnToCustomer", ana, inReturn, sara);
  later();
  const returned = await lab.register(ana);
  await lab.take("returnToCustomer", ana, returned, sara);
  await lab.take("acknowledgeReturn", sara, returned);
  later();
  const requestLost = await lab.register(ana);
  await lab.take("requestLost", ana, requestLost, sara);
  later();
  const lost = await lab.register(ana);
  await lab.take("requestLost", ana, lost, sara);
  await lab.take("acknowledgeLost", sara, lost);
  return { registered, inTransit, inUse, inReturn, returned, requestLost, lost };
}

describe("the rows of a list", () => {
  test("transfer has the newest in transit first and nothing returned or lost", async () => {
    const { registered, inTransit, inUse } = await oneOfEach();
    expect(await ids(adam, "transfer", "all")).toEqual([inUse, inTransit, registered]);
  });

  test("return has the newest return first and nothing in transit, returned or lost", async () => {
    const { registered, inUse, inReturn } = await oneOfEach();
    expect(await ids(adam, "return", "all")).toEqual([inReturn, inUse, registered]);
  });

  test("lost has the oldest request first, then samples without a request", async () => {
    const { registered, inUse, requestLost } = await oneOfEach();
    later();
    const newer = await lab.register(ana);
    await lab.take("requestLost", ana, newer, sara);
    expect(await ids(adam, "lost", "all")).toEqual([requestLost, newer, registered, inUse]);
  });

  test("delete contains Registered samples only", async () => {
    const { registered } = await oneOfEach();
    expect(await ids(adam, "delete", "all")).toEqual([registered]);
    expect(await ids(ana, "delete", "mine")).toEqual([registered]);
    expect(await ids(sara, "delete", "team")).toEqual([registered]);
  });
});

describe("the newest rows of a list", () => {
  const newest = async (list: ListName, numItems = 20) => {
    const paginationOpts = { ...FIRST_PAGE, numItems };
    const found = await lab.as(adam).query(api.samples.newest, { list, paginationOpts });
    return found.page.map(({ _id }) => _id);
  };

  test("are in the order of registration, whatever steps the samples took since", async () => {
    const { registered, inTransit, inUse, inReturn, returned, requestLost, lost } =
      await oneOfEach();
    const all = [lost, requestLost, returned, inReturn, inUse, inTransit, registered];
    expect(await newest("report")).toEqual(all);
    const isOpen = (id: string) => id !== lost && id !== returned;
    expect(await newest("open")).toEqual(all.filter(isOpen));
    expect(await newest("delete")).toEqual([registered]);
  });

  test("contain the last sample read in any status, from which the next page continues", async () => {
    const { requestLost, lost, returned } = await oneOfEach();
    expect(await newest("open", 1)).toEqual([lost]);
    expect(await newest("open", 3)).toEqual([requestLost, returned]);
  });
});

describe("the scopes of a list", () => {
  test("mine contains the caller's samples, addressed those that await the caller", async () => {
    const { registered, inTransit, inUse, inReturn, requestLost } = await oneOfEach();
    expect(await ids(ana, "transfer", "mine")).toEqual([inUse, inTransit, registered]);
    expect(await ids(bruno, "transfer", "mine")).toEqual([]);
    expect(await ids(bruno, "transfer", "addressed")).toEqual([inTransit]);
    expect(await ids(sara, "return", "addressed")).toEqual([inReturn]);
    expect(await ids(sara, "lost", "addressed")).toEqual([requestLost]);
  });

  test("team contains what the caller's reports hold, from the moment they hold it", async () => {
    const { registered, inTransit, inUse } = await oneOfEach();
    expect(await ids(sara, "transfer", "team")).toEqual([inUse, inTransit, registered]);
    await lab.take("acknowledgeTransfer", bruno, inTransit);
    expect(await ids(sara, "transfer", "team")).toEqual([inUse, registered]);
  });

  test.each([
    [ana, ["mine", "addressed"]],
    [sara, ["mine", "team", "addressed"]],
    [adam, ["all", "mine", "team", "addressed"]],
  ] as const)("%s may ask for %o and no other", async (person, allowed) => {
    for (const list of LIST_NAMES) {
      for (const scope of SCOPES) {
        const may =
          (allowed as readonly Scope[]).includes(scope) &&
          !(["delete", "report"].includes(list) && scope === "addressed");
        const asked = page(person, list, scope, "Registered");
        if (may) await asked;
        else expect(await refusedCode(asked)).toBe("NOT_ALLOWED");
      }
    }
  });

  test("a status that a list excludes has no rows, even for an admin", async () => {
    const { lost } = await oneOfEach();
    expect((await page(adam, "transfer", "all", "Lost")).page).toEqual([]);
    expect(await lab.as(adam).query(api.samples.get, { sampleId: lost })).not.toBeNull();
  });

  test("the pages of a list contain every row exactly once", async () => {
    const registered = [];
    for (let index = 0; index < 7; index++) registered.push(await lab.register(ana));
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const found: Awaited<ReturnType<typeof page>> = await lab.as(ana).query(api.samples.list, {
        list: "transfer",
        scope: "mine",
        status: "Registered",
        paginationOpts: { numItems: 3, cursor },
      });
      seen.push(...found.page.map(({ _id }) => _id));
      ({ isDone, continueCursor: cursor } = found);
    }
    expect(seen).toEqual(registered.reverse());
  });

  test("a page has at most 200 rows, whatever the caller requests", () => {
    const capped = (numItems: number) => capPage({ numItems, cursor: null }).numItems;
    expect([1e9, 7, 0].map(capped)).toEqual([200, 7, 1]);
  });
});

describe("a new supervisor", () => {
  const moveAna = () =>
    lab.backend.admin.mutation(changeSupervisor, { email: ana, supervisor: adam });

  test("sees the person's samples immediately, and the former supervisor does not", async () => {
    const sampleId = await lab.register(ana);
    await moveAna();
    expect(await ids(sara, "transfer", "team")).toEqual([]);
    expect(await ids(adam, "transfer", "team")).toEqual([sampleId]);
    expect(await lab.as(sara).query(api.samples.get, { sampleId })).toBeNull();
    const { scope } = await lab.as(sara).query(api.dashboard.counts, {});
    expect(scope.Registered).toBe(0);
    expect(await lab.faults()).toEqual([]);
  });

  test("a new supervisor of a person with many samples gains them in batches; the former one loses them immediately", async () => {
    const held = 120;
    await lab.registerMany(ana, held);
    await moveAna();
    expect(await ids(sara, "transfer", "team")).toEqual([]);
    for (const supervisor of [adam, sara]) {
      const { _id: sampleId, serialNumber: text } = await firstOf(supervisor);
      expect(await lab.as(sara).query(api.samples.get, { sampleId })).toBeNull();
      const scopes: Scope[] = ["mine", "team"];
      const found = lab.as(sara).query(api.samples.identified, { list: "transfer", scopes, text });
      expect(await found).toEqual([]);
    }
    await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
    const samples = await all();
    expect(samples).toHaveLength(held);
    expect(samples.every(({ supervisor }) => supervisor === adam)).toBe(true);
    expect(await lab.backend.t.run((ctx) => ctx.db.query("supervisorMoves").collect())).toEqual([]);
  });

  test("a new supervisor of many people gains their samples in batches, one per transaction", async () => {
    for (const [index, holder] of [ana, bruno].entries()) {
      await lab.registerMany(holder, 60, 1_000 * index);
    }
    const next: Record<string, string> = { [ana]: adam, [bruno]: sara };
    await lab.backend.t.run(async (ctx) => {
      for (const [holder, supervisor] of Object.entries(next)) {
        await UserWrites.setSupervisor(ctx, await Users.getByEmailOrThrow(ctx, holder), supervisor);
      }
    });
    const followed = async () =>
      (await all()).filter(({ samplmanag, supervisor }) => next[samplmanag] === supervisor);
    expect(await followed()).toHaveLength(50);
    expect(await ids(sara, "transfer", "team")).toEqual([]);
    await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await followed()).toHaveLength(120);
  });

  test("a new supervisor may reopen a returned sample that still names the former one", async () => {
    await lab.registerMany(bruno, 60);
    await lab.backend.t.run(async (ctx) => {
      const person = await Users.getByEmailOrThrow(ctx, bruno);
      await UserWrites.setSupervisor(ctx, person, sara);
    });
    const { _id } = (await all()).find(({ supervisor }) => supervisor !== sara)!;
    await lab.backend.t.run((ctx) => ctx.db.patch("samples", _id, { status: "Returned" }));
    await lab.take("reopen", sara, _id, "found again");
    expect(await lab.as(sara).query(api.samples.get, { sampleId: _id })).toMatchObject({
      status: "Registered",
      samplmanag: sara,
    });
  });

  const all = () => lab.backend.t.run((ctx) => ctx.db.query("samples").collect());
  const firstOf = (supervisor: string) =>
    lab.backend.t.run(async (ctx) => {
      const sample = await ctx.db
        .query("samples")
        .withIndex("by_supervisor_and_status_and_listDate", (q) => q.eq("supervisor", supervisor))
        .first();
      if (sample === null) throw new Error(`${supervisor} has no sample`);
      return sample;
    });
});
