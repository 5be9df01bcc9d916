/** Access to the feed of samples, and the keys to browsers' stored replicas. */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { decodeRows } from "#domain/samples/compactRows";
import { LISTS } from "#domain/samples/lists";
import { pickFields } from "#domain/common/objects";
import { waitingManager } from "#domain/custody/workflow";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode, refusedWith } from "../../support/refusals";

const eve = "eve@company.com";
const NO_HEADS = Array<number>(16).fill(0);

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
  await lab.backend.addPeople([{ email: eve, role: "admin", supervisor: adam }]);
});

/** Every function that returns samples, counts of them, or positions of changes. */
const READS = {
  position: (who: string) => lab.as(who).query(api.sampleFeed.position, {}),
  page: (who: string) => lab.as(who).query(api.sampleFeed.page, { cursor: null }),
  changes: (who: string) =>
    lab.as(who).query(api.sampleFeed.changes, { runId: "", heads: NO_HEADS }),
};
const READ_NAMES = Object.keys(READS) as (keyof typeof READS)[];

const setting = (
  email: string,
  settings: { role?: "user"; disabled?: true; supervisor?: string },
) => lab.as(adam).mutation(api.users.update, { email, settings });

const keyOf = async (who: string, copyId = "laptop") => {
  const key = await lab.as(who).mutation(api.sampleFeed.copyKey, { copyId });
  return Buffer.from(key).toString("hex");
};

describe("a user who may see only some of the samples", () => {
  describe.each([
    ["a user who holds all of them", ana, "mine"],
    ["a user who is asked for them", bruno, "addressed"],
    ["the supervisor of their holder", sara, "team"],
  ] as const)("%s", (_, who, scope) => {
    test.each(READ_NAMES)(
      "is refused %s in the same words, however many there are",
      async (name) => {
        const before = await refusedWith(READS[name](who));
        const sampleId = await lab.register(ana);
        await lab.take("transfer", ana, sampleId, bruno);
        expect(await refusedWith(READS[name](who))).toEqual(before);
        expect(before.code).toBe("NOT_ALLOWED");
      },
    );

    test("gets no feed positions with the samples that they may see", async () => {
      const sampleId = await lab.register(ana);
      await lab.take("transfer", ana, sampleId, bruno);
      const paginationOpts = { cursor: null, numItems: 10 };
      const list = { list: "open", scope, status: "In Transit" } as const;
      const { page } = await lab.as(who).query(api.samples.list, { ...list, paginationOpts });
      const text = page[0]!.serialNumber;
      const asked = { list: "open" as const, scopes: [scope], text };
      const rows = [
        ...page,
        ...(await lab.as(who).query(api.samples.identified, asked)),
        await lab.as(who).query(api.samples.get, { sampleId }),
      ];
      expect(rows.map((row) => row?._id)).toEqual([sampleId, sampleId, sampleId]);
      for (const row of rows) expect(Object.keys(row!).join()).not.toMatch(/feed|seq/i);
    });
  });
});

test("an admin's pages from the newest sample on are the reverse of those from the oldest", async () => {
  for (let count = 0; count < 3; count++) await lab.register(ana);
  const idsOf = async (isNewestFirst: boolean) => {
    const { rows } = await lab.as(adam).query(api.sampleFeed.page, { cursor: null, isNewestFirst });
    return decodeRows(rows).map(({ _id }) => _id);
  };
  const oldestFirst = await idsOf(false);
  expect(oldestFirst).toHaveLength(3);
  expect(await idsOf(true)).toEqual(oldestFirst.reverse());
});

test("an admin's pages and changes contain exactly what the lists return to the same admin", async () => {
  const sent = await lab.register(ana);
  await lab.take("transfer", ana, sent, bruno);
  await lab.register(bruno);
  const gone = await lab.register(ana);
  const args = { transactionId: "removal", sampleId: gone };
  await lab.as(ana).mutation(api.samples.remove, args);

  const listed = [];
  for (const status of LISTS.open.statuses) {
    const asked = { list: "open", scope: "all", status } as const;
    const paginationOpts = { cursor: null, numItems: 10 };
    listed.push(...(await lab.as(adam).query(api.samples.list, { ...asked, paginationOpts })).page);
  }
  const page = decodeRows((await READS.page(adam)).rows);
  const changes = await READS.changes(adam);
  expect(changes?.removed).toEqual([gone]);
  for (const rows of [page, decodeRows(changes!.rows)]) {
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const shown = listed.find(({ _id }) => _id === row._id)!;
      const fields = pickFields(shown, Object.keys(row) as (keyof typeof shown)[]);
      expect(row).toEqual({ ...fields, waitingManager: waitingManager(shown) });
    }
  }
});

describe("an admin", () => {
  test.each(READ_NAMES)("an admin who becomes a user is immediately refused %s", async (name) => {
    await READS[name](eve);
    await setting(eve, { role: "user" });
    expect(await refusedCode(READS[name](eve))).toBe("NOT_ALLOWED");
  });

  test.each(READ_NAMES)("an admin who is disabled is immediately refused %s", async (name) => {
    await READS[name](eve);
    await setting(eve, { disabled: true });
    expect(await refusedCode(READS[name](eve))).toBe("DISABLED");
  });
});

describe("the key of a browser's replica", () => {
  test("is 32 bytes, the same on each call, different for each person and browser", async () => {
    const key = await keyOf(eve);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf(eve)).toBe(key);
    const others = [await keyOf(eve, "desktop"), await keyOf(adam)];
    expect(new Set([key, ...others]).size).toBe(3);
  });

  test.each([
    ["another role", { role: "user" }],
    ["another supervisor", { supervisor: eve }],
    ["a locked account", { disabled: true }],
  ] as const)("is void with %s", async (_, settings) => {
    await keyOf(eve);
    const others = await keyOf(adam);
    await setting(eve, settings);
    const kept = await lab.backend.t.run((ctx) => ctx.db.query("copyKeys").collect());
    expect(kept.map(({ key }) => Buffer.from(key).toString("hex"))).toEqual([others]);
  });

  test("is deleted when its person forgets the replica, and others' keys are not", async () => {
    const [key, desktop, others] = [
      await keyOf(eve),
      await keyOf(eve, "desktop"),
      await keyOf(adam),
    ];
    await lab.as(eve).mutation(api.sampleFeed.forgetCopy, { copyId: "laptop" });
    expect(await keyOf(eve, "desktop")).toBe(desktop);
    expect(await keyOf(adam)).toBe(others);
    expect(await keyOf(eve)).not.toBe(key);
  });

  test("the key of a browser's oldest replica is deleted when an eleventh browser requests one", async () => {
    const first = await keyOf(eve, "browser 0");
    const second = await keyOf(eve, "browser 1");
    for (let browser = 2; browser <= 10; browser++) await keyOf(eve, `browser ${browser}`);
    expect(await keyOf(eve, "browser 1")).toBe(second);
    expect(await keyOf(eve, "browser 0")).not.toBe(first);
  });

  test.each(["", "x".repeat(101)])("is refused for the id %j", async (copyId) => {
    expect(await refusedCode(keyOf(eve, copyId))).toBe("INPUT_INVALID");
  });
});
