import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MAX_VIEW_NAME, MAX_VIEW_STATE, MAX_VIEWS, viewState } from "#domain/samples/savedViews";
import { accountsBackend, api, someone, type Backend } from "../../support/accounts";
import { refusedCode } from "../../support/refusals";

const [ANA, BEA, BOSS, CHIEF] = ["ana", "bea", "boss", "chief"].map(
  (name) => `${name}@company.com`,
) as [string, string, string, string];

type Person = Awaited<ReturnType<typeof someone>>;

let backend: Backend;
let ana: Person;
let bea: Person;
let boss: Person;
let chief: Person;
beforeEach(async () => {
  backend = await accountsBackend();
  ana = await someone(backend, ANA, { supervisor: BOSS });
  bea = await someone(backend, BEA, { supervisor: CHIEF });
  boss = await someone(backend, BOSS, { role: "supervisor", supervisor: CHIEF });
  chief = await someone(backend, CHIEF, { role: "admin", supervisor: CHIEF });
});
afterEach(() => vi.unstubAllEnvs());

const save = (person: Person, name: string, state = {}) =>
  person.as.mutation(api.views.save, { name, table: "transfer", state });
const share = (person: Person, viewId: string, isShared = true) =>
  person.as.mutation(api.views.share, { viewId, isShared });
const namesOf = async (person: Person) =>
  (await person.as.query(api.views.list, {})).map(({ name }) => name).sort();

describe("a saved view", () => {
  test("belongs to its owner, with the view parameters of its URL", async () => {
    await save(ana, " In Lisbon ", { filter: "city=Lisbon", sort: "-model", q: "" });
    const [view] = await ana.as.query(api.views.list, {});
    expect(view).toMatchObject({
      owner: ANA,
      isOwn: true,
      table: "transfer",
      name: "In Lisbon",
      state: { filter: "city=Lisbon", sort: "-model" },
    });
    for (const other of [bea, boss, chief]) expect(await namesOf(other)).toEqual([]);
  });

  test("is renamed, replaced and removed by its owner", async () => {
    const viewId = await save(ana, "Old", { q: "pixel" });
    await ana.as.mutation(api.views.update, { viewId, name: "New" });
    await ana.as.mutation(api.views.update, { viewId, state: { q: "galaxy" } });
    const [view] = await ana.as.query(api.views.list, {});
    expect(view).toMatchObject({ name: "New", state: { q: "galaxy" } });
    await ana.as.mutation(api.views.remove, { viewId });
    expect(await namesOf(ana)).toEqual([]);
  });

  test("a saved view of another person cannot be changed, even by an admin or a reader", async () => {
    const viewId = await save(boss, "Mine");
    await share(boss, viewId);
    for (const other of [ana, bea, chief]) {
      const as = other.as;
      const attempts = [
        as.mutation(api.views.update, { viewId, name: "Theirs" }),
        as.mutation(api.views.remove, { viewId }),
      ];
      for (const attempt of attempts) expect(await refusedCode(attempt)).toBe("DOCUMENT_MISSING");
    }
    expect(await refusedCode(share(chief, viewId))).toBe("DOCUMENT_MISSING");
    expect(await namesOf(boss)).toEqual(["Mine"]);
  });

  test("needs a unique name of at most 60 characters", async () => {
    const viewId = await save(ana, "Lisbon");
    await save(bea, "Lisbon");
    expect(await refusedCode(save(ana, "LISBON"))).toBe("VIEW_NAME_TAKEN");
    expect(await refusedCode(save(ana, "  "))).toBe("FIELD_MISSING");
    expect(await refusedCode(save(ana, "x".repeat(MAX_VIEW_NAME + 1)))).toBe("FIELD_TOO_LONG");
    const other = await save(ana, "Porto");
    const rename = (name: string) =>
      ana.as.mutation(api.views.update, { viewId: String(other), name });
    expect(await refusedCode(rename("lisbon"))).toBe("VIEW_NAME_TAKEN");
    await rename("PORTO");
    await ana.as.mutation(api.views.update, { viewId, name: "Lisbon" });
    expect(await namesOf(ana)).toEqual(["Lisbon", "PORTO"]);
  });

  test("is refused if it is too long for a URL", async () => {
    const state = { filter: "x".repeat(MAX_VIEW_STATE + 1) };
    expect(await refusedCode(save(ana, "Long", state))).toBe("FIELD_TOO_LONG");
  });

  test("is refused beyond the number that one person may have", async () => {
    for (let index = 0; index < MAX_VIEWS; index += 1) await save(ana, `View ${index}`);
    expect(await refusedCode(save(ana, "One more"))).toBe("VIEWS_FULL");
    await save(bea, "Hers");
  });
});

describe("a shared view", () => {
  test("a shared view by an admin is visible to all users until sharing ends", async () => {
    const viewId = await save(chief, "Lost ones");
    await share(chief, viewId);
    for (const other of [ana, bea, boss]) expect(await namesOf(other)).toEqual(["Lost ones"]);
    await share(chief, viewId, false);
    for (const other of [ana, bea, boss]) expect(await namesOf(other)).toEqual([]);
  });

  test("a shared view by a supervisor is visible to their reports only", async () => {
    await share(boss, await save(boss, "Team"));
    expect(await namesOf(ana)).toEqual(["Team"]);
    for (const other of [bea, chief]) expect(await namesOf(other)).toEqual([]);
  });

  test("cannot be created by users", async () => {
    const viewId = await save(ana, "Mine");
    expect(await refusedCode(share(ana, viewId))).toBe("NOT_ALLOWED");
  });

  test("disappears with its owner's role or account", async () => {
    await share(chief, await save(chief, "All"));
    await share(boss, await save(boss, "Team"));
    const patch = (person: Person, change: object) =>
      backend.run((ctx) => ctx.db.patch("users", person.userId, change));
    await patch(boss, { role: "user" });
    expect(await namesOf(ana)).toEqual(["All"]);
    await patch(boss, { role: "supervisor", isActive: false });
    expect(await namesOf(ana)).toEqual(["All"]);
    await patch(chief, { role: "user" });
    expect(await namesOf(ana)).toEqual([]);
  });

  test("follows a person to their new supervisor", async () => {
    await share(boss, await save(boss, "Team"));
    await backend.run((ctx) => ctx.db.patch("users", ana.userId, { supervisor: CHIEF }));
    expect(await namesOf(ana)).toEqual([]);
  });

  test("is limited to a number that all admins share", async () => {
    await backend.run(async (ctx) => {
      for (let index = 0; index < MAX_VIEWS; index += 1) {
        await ctx.db.insert("savedViews", {
          owner: "other@company.com",
          table: "open",
          name: `${index}`,
          state: {},
          audience: "everybody",
        });
      }
    });
    expect(await refusedCode(share(chief, await save(chief, "One more")))).toBe("VIEWS_FULL");
  });
});

test("stores only the URL parameters that filter, sort and draw a table", () => {
  expect(
    viewState({ q: "pixel", sort: "", hide: "city", sample: "s1", theme: "dark", filter: 7 }),
  ).toEqual({ q: "pixel", hide: "city" });
});
