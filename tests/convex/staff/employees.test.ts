import { beforeEach, describe, expect, test } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { api } from "../../../convex/_generated/api";
import type { Condition } from "#domain/tables/tableFilters";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode, refusedWith } from "../../support/refusals";
import { aSample } from "../../support/samples";

/** Sara supervises Ana; Adam, the admin, is the only superior of Bruno. */
let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const paginationOpts = { cursor: null, numItems: 50 };
const recordOf = async (email: string) =>
  await lab.backend.t.run(async (ctx) => {
    const [user] = (await ctx.db.query("users").collect()).filter((each) => each.email === email);
    if (user === undefined) throw new Error(`no ${email}`);
    return user;
  });
const uidOf = async (email: string): Promise<Id<"users">> => (await recordOf(email))._id;

describe("the list of people", () => {
  const find = async (by: string, conditions: Condition[], search = "") => {
    const query = { search, timeZone: "UTC", conditions: conditions as never };
    const args = { query, paginationOpts };
    const { page } = await lab.as(by).query(api.users.listWithCounts, args);
    return page.map(({ email }) => email);
  };
  const select = (field: string, ...anyOf: string[]): Condition => ({
    kind: "select",
    field,
    anyOf,
  });

  test("is filtered by role, supervisor and status; its last row may not match", async () => {
    expect(await find(adam, [select("role", "supervisor")])).toEqual([sara]);
    expect(await find(adam, [select("supervisor", sara)])).toEqual([ana]);
    const settings = { disabled: true };
    await lab.as(adam).mutation(api.users.update, { email: bruno, settings });
    expect(await find(adam, [select("status", "Disabled")])).toEqual([bruno, sara]);
  });

  test("is searched by name and address, among people whom the reader may see", async () => {
    expect((await find(adam, [], "bru")).slice(0, 1)).toEqual([bruno]);
    expect(await find(sara, [], "bru")).not.toContain(bruno);
    expect(await find(ana, [select("role", "admin")])).toEqual([ana]);
  });

  test("refuses a filter on an unknown column", async () => {
    const secret = find(adam, [select("isActive", "true")]);
    expect(await refusedCode(secret)).toBe("INPUT_INVALID");
  });

  test("shows how many samples each person holds, in use and in total, after the last step", async () => {
    const held = async () => {
      const args = { paginationOpts };
      const { page } = await lab.as(sara).query(api.users.listWithCounts, args);
      return page.map(({ email, inusesampl, answersFor }) => [email, inusesampl, answersFor]);
    };
    const sampleId = await lab.register(ana);
    await lab.registerMany(ana, 2);
    expect(await held()).toEqual([
      [sara, 0, 0],
      [ana, 2, 3],
    ]);
    await lab.take("transfer", ana, sampleId, sara);
    await lab.take("acknowledgeTransfer", sara, sampleId);
    expect(await held()).toEqual([
      [sara, 1, 1],
      [ana, 2, 2],
    ]);
  });

  test("shows since when a person has had more samples in use than allowed", async () => {
    const since = async () => {
      const { page } = await lab.as(sara).query(api.users.listWithCounts, { paginationOpts });
      return page.map(({ overMaximumSince }) => overMaximumSince);
    };
    await lab.registerMany(ana, 2);
    expect(await since()).toEqual([undefined, undefined]);
    const before = Date.now();
    const settings = { samplmax: 1 };
    await lab.as(adam).mutation(api.users.update, { email: ana, settings });
    const [ofSara, ofAna = 0] = await since();
    expect(ofSara).toBeUndefined();
    expect(ofAna).toBeGreaterThanOrEqual(before);
  });
});

describe("a person's page", () => {
  const page = async (by: string, of: string) => {
    const uid = await uidOf(of);
    const reader = lab.as(by);
    const [person, held, awaited, history] = await Promise.all([
      reader.query(api.users.get, { uid }),
      reader.query(api.employees.holds, { uid, status: "Registered", paginationOpts }),
      reader.query(api.employees.awaits, { uid }),
      reader.query(api.employees.history, { uid, paginationOpts }),
    ]);
    return { person, held: held.page, awaited, history: history.page };
  };

  test.each([ana, sara, adam])("is visible to %s: what Ana holds and did", async (by) => {
    await lab.register(ana);
    const { person, held, history } = await page(by, ana);
    expect(person).toMatchObject({ email: ana, answersFor: 1, passPort: "P0000000" });
    expect(person?.counts.Registered).toBe(1);
    expect(held).toHaveLength(1);
    expect(history.map(({ action }) => action)).toEqual(["Register"]);
  });

  test.each([
    [bruno, ana],
    [ana, sara],
    [sara, bruno],
  ])("is empty for %s, who may not read %s's record", async (by, of) => {
    await lab.register(of);
    const awaited = { samples: [], others: 0, isCut: false };
    const empty = { person: null, held: [], awaited, history: [] };
    expect(await page(by, of)).toEqual(empty);
    expect(await lab.as(by).query(api.users.getByEmail, { email: of })).toBeNull();
  });

  test("is empty for an unknown id", async () => {
    expect(await lab.as(adam).query(api.users.get, { uid: "none" })).toBeNull();
  });

  test("shows incoming samples, and only counts those that the supervisor may not see", async () => {
    const own = await lab.register(sara);
    await lab.take("transfer", sara, own, ana);
    const foreign = await lab.register(bruno, aSample());
    await lab.take("transfer", bruno, foreign, ana);
    const ids = async (by: string) => {
      const { samples, others } = (await page(by, ana)).awaited;
      return [samples.map(({ _id }) => _id).sort(), others];
    };
    const both = [own, foreign].sort();
    expect(await ids(ana)).toEqual([both, 0]);
    expect(await ids(adam)).toEqual([both, 0]);
    expect(await ids(sara)).toEqual([[own], 1]);
  });

  test("reports more incoming samples than the fifty that it reads", async () => {
    const sampleIds = await lab.registerMany(sara, 51);
    for (const sampleId of sampleIds.slice(1)) await lab.take("transfer", sara, sampleId, ana);
    expect((await page(adam, ana)).awaited).toMatchObject({ others: 0, isCut: false });
    await lab.take("transfer", sara, sampleIds[0]!, ana);
    const { samples, isCut } = (await page(adam, ana)).awaited;
    expect([samples.length, isCut]).toEqual([50, true]);
  });

  test("shows a supervisor no history older than the person's report to them", async () => {
    await lab.register(bruno);
    await lab.as(adam).mutation(api.users.update, { email: bruno, settings: { supervisor: sara } });
    const since = await lab.register(bruno);
    expect((await page(sara, bruno)).history.map(({ sampleId }) => sampleId)).toEqual([since]);
    expect((await page(adam, bruno)).history).toHaveLength(2);
  });
});

describe("private data", () => {
  const update = (by: string, changes: object) =>
    lab.as(by).mutation(api.users.updatePrivate, { email: ana, ...changes });
  const place = { userLocation: "Porto, Portugal", country: "Portugal", city: "Porto" };

  test.each([ana, sara, adam])("private data of Ana may be changed by %s", async (by) => {
    await update(by, { displayName: " Ana Lima ", passPort: "P1", place });
    expect(await recordOf(ana)).toMatchObject({
      displayName: "Ana Lima",
      passPort: "P1",
      location: "Porto, Portugal",
      ...place,
    });
    // The coordinates of another address no longer apply.
    expect((await recordOf(ana)).userLat).toBeUndefined();
  });

  test("may not be changed by strangers", async () => {
    expect(await refusedCode(update(bruno, { passPort: "P1" }))).toBe("NOT_ALLOWED");
    const ofSara = lab.as(ana).mutation(api.users.updatePrivate, { email: sara, passPort: "P1" });
    expect(await refusedCode(ofSara)).toBe("NOT_ALLOWED");
  });

  test.each([
    [{ displayName: " " }, "Display Name is required"],
    [{ phoneNumber: "call me" }, "Phone Number is not valid"],
    [{ place: { ...place, city: "" } }, "City is required"],
    [{ place: { ...place, userLat: 91, userLng: 0 } }, "Address is not valid"],
    [{ place: { ...place, userLat: 41 } }, "Address is not valid"],
    [{ passPort: "x".repeat(256) }, "Passport must be at most 255 characters"],
  ])("is refused if invalid, and nothing changes: %j", async (changes, message) => {
    const before = await recordOf(ana);
    expect((await refusedWith(update(sara, { ...changes }))).message).toBe(message);
    expect(await recordOf(ana)).toEqual(before);
  });

  test("does not include role, limits or status", async () => {
    await expect(update(ana, { role: "admin" })).rejects.toThrow(/role/);
    await expect(update(ana, { samplmax: 99 })).rejects.toThrow(/samplmax/);
  });

  test("changed by another person is audited without its values", async () => {
    await update(ana, { passPort: "SECRET-1" });
    await update(sara, { passPort: "SECRET-2", phoneNumber: "+351 911 222 333" });
    const { page } = await lab.as(adam).query(api.audit.list, { paginationOpts });
    expect(page).toMatchObject([
      {
        action: "Private Data Updated",
        email: sara,
        person: ana,
        changes: [
          { field: "passPort", isPrivate: true },
          { field: "phoneNumber", isPrivate: true },
        ],
      },
    ]);
    expect(JSON.stringify(page)).not.toMatch(/SECRET|222 333/);
  });
});
