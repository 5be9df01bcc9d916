import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as Accounts from "../../../convex/model/accounts/accounts";
import * as MailedCodes from "../../../convex/model/accounts/mailedCodes";
import * as Sessions from "../../../convex/model/access/sessions";
import {
  accountsBackendAtRest,
  api,
  flow,
  internal,
  later,
  restore,
  someone,
  type Backend,
} from "../../support/accounts";

const MINUTE = 60_000;

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

const endIdle = () => backend.mutation(internal.sessions.endIdle, {});
const viewerOf = (person: Awaited<ReturnType<typeof someone>>) =>
  person.as.query(api.users.viewer, {});

describe("idle sessions", () => {
  test("end on the server after 15 minutes", async () => {
    const ana = await someone(backend, "ana@company.com");
    later(15 * MINUTE);
    await endIdle();
    expect(await viewerOf(ana)).not.toBeNull();
    later(2 * MINUTE); // activity is noted to the minute
    await endIdle();
    expect(await viewerOf(ana)).toBeNull();
    await expect(ana.as.mutation(api.sessions.heartbeat, {})).rejects.toThrow("Please sign in");
  });

  test("live on while heartbeats arrive", async () => {
    const ana = await someone(backend, "ana@company.com");
    for (let minute = 0; minute < 60; minute += 5) {
      later(5 * MINUTE);
      await ana.as.mutation(api.sessions.heartbeat, {});
      await endIdle();
    }
    expect(await viewerOf(ana)).not.toBeNull();
  });

  test("get at most one write a minute from heartbeats, never to the row that queries read", async () => {
    const ana = await someone(backend, "ana@company.com");
    const rows = () =>
      backend.run(async (ctx) => ({
        session: await ctx.db.get("authSessions", ana.sessionId),
        user: await ctx.db.get("users", ana.userId),
        activity: await ctx.db.query("activity").collect(),
      }));
    const before = await rows();
    later(MINUTE - 1);
    await ana.as.mutation(api.sessions.heartbeat, {});
    expect(await rows()).toEqual(before);
    later(1);
    await ana.as.mutation(api.sessions.heartbeat, {});
    const after = await rows();
    expect(after.activity[0]?.lastActiveAt).toBe(Date.now());
    expect({ ...after, activity: 0 }).toEqual({ ...before, activity: 0 });
  });

  test("do not end for terminals", async () => {
    const ana = await someone(backend, "ana@company.com");
    const sessionId = await backend.run((ctx) =>
      Sessions.start(ctx, ana.userId, "terminal", Date.now()),
    );
    later(60 * MINUTE);
    await endIdle();
    const left = await backend.run((ctx) => ctx.db.query("authSessions").collect());
    expect(left.map(({ _id }) => _id)).toEqual([sessionId]);
  });

  test("lose their activity row soon after signing out", async () => {
    const ana = await someone(backend, "ana@company.com");
    await ana.as.action(api.auth.signOut, {});
    expect(await viewerOf(ana)).toBeNull();
    later(20 * MINUTE);
    await endIdle();
    expect(await backend.run((ctx) => ctx.db.query("activity").collect())).toEqual([]);
  });
});

test("a sweep deletes expired rows beyond one batch in the batches that follow", async () => {
  await backend.run(async (ctx) => {
    const fullAt = Date.now() - 1;
    for (let row = 0; row <= 500; row++) await ctx.db.insert("throttle", { key: `${row}`, fullAt });
  });
  await backend.mutation(internal.sessions.sweep, {});
  await expect
    .poll(() => backend.run(async (ctx) => (await ctx.db.query("throttle").collect()).length))
    .toBe(0);
});

describe("sessions", () => {
  test("are swept after twelve hours, with what belongs to them", async () => {
    const ana = await someone(backend, "ana@company.com");
    await backend.run((ctx) =>
      ctx.db.insert("authRefreshTokens", {
        sessionId: ana.sessionId,
        expirationTime: Date.now() + Sessions.SESSION_MS,
      }),
    );
    const sweep = () => backend.mutation(internal.sessions.sweep, {});
    const left = () =>
      backend.run(async (ctx) => [
        (await ctx.db.query("authSessions").collect()).length,
        (await ctx.db.query("authRefreshTokens").collect()).length,
        (await ctx.db.query("activity").collect()).length,
      ]);
    later(Sessions.SESSION_MS - 1);
    await sweep();
    expect(await left()).toEqual([1, 1, 1]);
    later(1);
    await sweep();
    expect(await left()).toEqual([0, 0, 0]);
  });

  test("sessions of one person are twenty at most: the oldest ends", async () => {
    const ana = await someone(backend, "ana@company.com");
    for (let count = 0; count < 20; count++) {
      await backend.run((ctx) => Sessions.start(ctx, ana.userId, "browser", Date.now()));
    }
    const left = await backend.run((ctx) => ctx.db.query("authSessions").collect());
    expect(left).toHaveLength(20);
    expect(left.map(({ _id }) => _id)).not.toContain(ana.sessionId);
  });

  test("end without ending another person's", async () => {
    const ana = await someone(backend, "ana@company.com");
    const bea = await someone(backend, "bea@company.com");
    const mixed = backend.withIdentity({ subject: `${ana.userId}|${bea.sessionId}` });
    expect(await mixed.query(api.users.viewer, {})).toBeNull();
  });

  test("are swept together with expired codes", async () => {
    await flow(backend, { flow: "reset", email: (await someoneWithPassword()).email });
    const codes = () => backend.run((ctx) => ctx.db.query("mailedCodes").collect());
    expect(await codes()).toHaveLength(1);
    later(MailedCodes.CODE_MS);
    await backend.mutation(internal.sessions.sweep, {});
    expect(await codes()).toEqual([]);
  });

  async function someoneWithPassword() {
    const nowhere = { passPort: "", country: "", city: "", phoneNumber: "", userLocation: "" };
    const person = { email: "cem@company.com", displayName: "Cem", ...nowhere };
    await backend.run((ctx) => Accounts.createVerified(ctx, person, "scrypt$…", Date.now()));
    return person;
  }
});
