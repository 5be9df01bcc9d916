import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Mail from "../../../convex/model/mail/mail";
import {
  api,
  flow,
  internal,
  mailsTo,
  PASSWORD,
  signUpForm,
  userOf,
  verified,
} from "../../support/accounts";
import { DAY_MS } from "#domain/common/durations";
import { ANA, BEA, BOSS, CHIEF, finish, lab, NEW, register } from "../../support/emailChange/lab";
import { numberedSample } from "../../support/functions/numberedSample";
import { refusedWith } from "../../support/refusals";

/** Corrections of a person's e-mail (docs/product.md, "A corrected e-mail"). */

beforeEach(() => {
  // Scheduled batches run only when a test runs them.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("a corrected e-mail", () => {
  test("signs its person in immediately, and the former one is unknown", async () => {
    const { backend, setEmail } = await lab();
    const email = "eva.lima@company.com";
    await verified(backend, email);
    await setEmail(email, NEW);
    const signIn = (as: string) => flow(backend, { flow: "signIn", email: as, password: PASSWORD });
    expect((await signIn(NEW)).tokens).not.toBeNull();
    const unknown = await signIn("nobody@company.com");
    expect(await signIn(email)).toEqual(unknown);
    expect(unknown.code).toBe("CREDENTIALS_WRONG");
  });

  test("ends no session, and notifies both mailboxes", async () => {
    const { backend, ana, setEmail } = await lab();
    await setEmail(ANA, ` ${NEW.toUpperCase()} `);
    expect(await ana.as.query(api.users.viewer, {})).toMatchObject({
      email: NEW,
      formerEmails: [{ email: ANA }],
    });
    for (const address of [ANA, NEW]) {
      expect((await mailsTo(backend, address)).map(({ message }) => message.subject)).toEqual([
        "Your e-mail in SMS was changed",
      ]);
    }
  });

  test("is in the audit log with both addresses and the reason", async () => {
    const { backend, chief } = await lab();
    const reason = "She married";
    await chief.as.mutation(api.users.setEmail, { email: ANA, newEmail: NEW, reason });
    const [record] = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(record).toMatchObject({
      action: "E-mail Changed",
      email: CHIEF,
      person: ANA,
      reason,
      changes: [{ field: "email", from: ANA, to: NEW }],
    });
  });

  test("moves everything that names the person, and edits no history record", async () => {
    const { backend, boss, bea, chief, ana, setEmail } = await lab();
    await backend.run((ctx) =>
      Mail.queue(ctx, BOSS, { subject: "s", text: "t", html: "h" }, { now: 0 }),
    );
    const { sampleId } = await register(ana, 1);
    await ana.as.mutation(api.custody.returnToCustomer, {
      sampleId,
      transactionId: "t2",
      recipient: BOSS,
    });
    await bea.as.mutation(api.profile.setAway, {
      away: { from: 1, until: Date.now() + DAY_MS, standIn: BOSS },
    });
    await boss.as.mutation(api.views.save, { name: "Mine", table: "open", state: {} });
    await boss.as.mutation(api.views.share, {
      viewId: (await boss.as.query(api.views.list, {}))[0]?._id ?? "",
      isShared: true,
    });
    await chief.as.action(api.invitations.invite, {
      emails: ["new@company.com"],
      supervisor: BOSS,
    });
    const filters = {
      state: { filter: `brand=Nokia;samplmanag=${BEA},${BOSS}` },
      query: {
        search: "",
        conditions: [{ kind: "select" as const, field: "samplmanag", anyOf: [BEA, BOSS] }],
        timeZone: "UTC",
      },
    };
    const [frequency, scope] = ["daily", "everything"] as const;
    await chief.as.mutation(api.reports.create, { name: "Theirs", frequency, scope, ...filters });
    await chief.as.mutation(api.stockTakes.open, {
      name: "Theirs",
      target: { kind: "filter", scope, ...filters },
    });
    const historyBefore = await backend.run((ctx) => ctx.db.query("history").collect());
    const to = "boss.new@company.com";
    await setEmail(BOSS, to);
    await finish(backend, 2);
    const stored = await backend.run(async (ctx) => ({
      users: await ctx.db.query("users").collect(),
      counters: await ctx.db.query("counterSamples").collect(),
      invitations: await ctx.db.query("invitations").collect(),
      samples: await ctx.db.query("samples").collect(),
      lists: await ctx.db.query("supervisorModel").collect(),
      views: await ctx.db.query("savedViews").collect(),
      reports: await ctx.db.query("reportSchedules").collect(),
      stockTakes: await ctx.db.query("stockTakes").collect(),
      queued: (await ctx.db.query("mail").collect()).filter(({ message }) => message.text === "t"),
    }));
    const { users, ...others } = stored;
    expect(JSON.stringify(others)).not.toContain(BOSS);
    expect(users.filter(({ supervisor }) => supervisor === to)).toHaveLength(2);
    expect(users.find(({ email }) => email === BEA)?.away?.standIn).toBe(to);
    expect(stored.samples[0]).toMatchObject({ inReturnTo: to, pendingWith: to, supervisor: to });
    expect(stored.queued[0]?.to).toBe(to);
    expect(stored.reports[0]).toMatchObject({
      state: { filter: `brand=Nokia;samplmanag=${BEA},${to}` },
      query: { conditions: [{ anyOf: [BEA, to] }] },
    });
    expect(await backend.run((ctx) => ctx.db.query("history").collect())).toEqual(historyBefore);
    expect((await bea.as.query(api.views.list, {})).map(({ name }) => name)).toEqual(["Mine"]);
    expect(await backend.run((ctx) => ctx.db.query("addressMoves").collect())).toEqual([]);
  });

  test("replaces the former one in saved filters, and joins it in filters of the history", async () => {
    const { backend, chief, setEmail } = await lab();
    const views = {
      Hers: { table: "open", filter: `brand=Nokia;samplmanag=${ANA},${BEA}` },
      Others: { table: "open", filter: "brand=Nokia" },
      Steps: { table: "history", filter: `person=${ANA}` },
    } as const;
    for (const [name, { table, filter }] of Object.entries(views)) {
      await chief.as.mutation(api.views.save, { name, table, state: { filter } });
    }
    await setEmail(ANA, NEW);
    await finish(backend, 2);
    const saved = await chief.as.query(api.views.list, {});
    expect(Object.fromEntries(saved.map(({ name, state }) => [name, state.filter]))).toEqual({
      Hers: `brand=Nokia;samplmanag=${NEW},${BEA}`,
      Others: "brand=Nokia",
      Steps: `person=${NEW},${ANA}`,
    });
  });

  test("finds the person by the former one wherever people name them, and names them by it", async () => {
    const { backend, ana, bea, chief, setEmail } = await lab();
    const { sampleId } = await register(bea, 1);
    await setEmail(ANA, NEW);
    await bea.as.mutation(api.custody.transfer, {
      sampleId,
      transactionId: "t2",
      recipient: ANA,
    });
    expect(await ana.as.query(api.samples.get, { sampleId })).toMatchObject({ inTransitTo: NEW });
    expect(await bea.as.query(api.people.names, { emails: [ANA, NEW] })).toEqual(
      [ANA, NEW].map((email) => ({ email, displayName: "Ana Souza", photoURL: "" })),
    );
    expect(await chief.as.query(api.users.getByEmail, { email: ANA })).toMatchObject({
      email: NEW,
    });
    const fields = { ...numberedSample(2), samplmanag: ANA };
    const saved = await chief.as.mutation(api.samples.register, {
      transactionId: "t3",
      duplicates: "reject",
      fields,
    });
    const stored = await backend.run((ctx) => ctx.db.get("samples", saved.sampleId));
    expect(stored?.samplmanag).toBe(NEW);
  });

  test("keeps earlier records in the person's history, in pages, newest first", async () => {
    const { backend, ana, boss, setEmail } = await lab();
    for (const number of [1, 2, 3]) await register(ana, number);
    await setEmail(ANA, NEW);
    await finish(backend);
    const read = async (uid: string, order: "newest" | "country" = "newest") => {
      const seen: string[] = [];
      for (let cursor: string | null = null; ;) {
        const paginationOpts = { cursor, numItems: 2 };
        const mine = { scope: "mine" as const, order, paginationOpts };
        const found: {
          page: { serialNumber: string; samplmanag: string }[];
          isDone: boolean;
          continueCursor: string;
        } =
          uid === ""
            ? await ana.as.query(api.history.list, mine)
            : await boss.as.query(api.employees.history, { uid, paginationOpts });
        seen.push(...found.page.map((each) => `${each.serialNumber} ${each.samplmanag}`));
        if (found.isDone) return seen;
        cursor = found.continueCursor;
      }
    };
    expect(await read("")).toHaveLength(3);
    await register(ana, 4);
    const expected = [`HQ00000004X ${NEW}`, `HQ00000003X ${ANA}`, `HQ00000002X ${ANA}`];
    expect((await read("")).slice(0, 3)).toEqual(expected);
    expect((await read("", "country")).slice(0, 3)).toEqual(expected);
    expect((await read(ana.userId)).slice(0, 3)).toEqual(expected);
    const identified = await ana.as.query(api.history.identified, {
      scopes: ["mine"],
      text: "HQ00000001X",
    });
    expect(identified).toHaveLength(1);
  });

  test("may go back to the former one", async () => {
    const { backend, ana, setEmail } = await lab();
    await register(ana, 1);
    await setEmail(ANA, NEW);
    await finish(backend);
    await setEmail(NEW, ANA);
    await finish(backend);
    await register(ana, 2);
    const paginationOpts = { cursor: null, numItems: 10 };
    const history = await ana.as.query(api.history.list, { scope: "mine", paginationOpts });
    const isMore = !history.isDone;
    const rest = isMore
      ? await ana.as.query(api.history.list, {
          scope: "mine",
          paginationOpts: { ...paginationOpts, cursor: history.continueCursor },
        })
      : { page: [] };
    expect([...history.page, ...rest.page].map((each) => each.serialNumber)).toEqual([
      "HQ00000002X",
      "HQ00000001X",
    ]);
    expect(await backend.run((ctx) => ctx.db.query("formerEmails").collect())).toMatchObject([
      { email: NEW },
    ]);
  });

  test("replaces unverified sign-ups and the invitation for the address", async () => {
    const { backend, chief, setEmail } = await lab();
    await flow(backend, signUpForm(NEW));
    await chief.as.action(api.invitations.invite, { emails: [NEW] });
    await setEmail(ANA, NEW);
    expect((await userOf(backend, NEW)).displayName).toBe("Ana Souza");
    const left = await backend.run(async (ctx) => [
      ...(await ctx.db.query("signUps").collect()),
      ...(await ctx.db.query("invitations").collect()),
      ...(await ctx.db.query("mailedCodes").collect()),
    ]);
    expect(left).toEqual([]);
  });

  test("can be made from the terminal, even for the last admin", async () => {
    const { backend } = await lab();
    const to = "chief.new@company.com";
    await backend.mutation(internal.users.setEmailFromTerminal, { email: CHIEF, newEmail: to });
    await finish(backend);
    expect(await userOf(backend, to)).toMatchObject({ role: "admin", email: to });
    expect(await userOf(backend, BOSS)).toMatchObject({ supervisor: to });
  });
});

describe("a former e-mail", () => {
  test("stays reserved: no change, invitation or sign-up gives it to another person", async () => {
    const { backend, chief, setEmail } = await lab();
    await setEmail(ANA, NEW);
    expect(await refusedWith(setEmail(BEA, ANA))).toEqual({
      code: "EMAIL_FORMER",
      message: `${ANA} was another person's e-mail, and history names them by it`,
      field: "newEmail",
    });
    expect(await chief.as.action(api.invitations.invite, { emails: [ANA] })).toEqual([
      { email: ANA, outcome: "person" },
    ]);
    await flow(backend, signUpForm(ANA));
    expect(await backend.run((ctx) => ctx.db.query("signUps").collect())).toEqual([]);
    expect((await mailsTo(backend, NEW)).at(-1)?.message.subject).toBe(
      "You already have an SMS account",
    );
  });

  test("gets no code for a new password", async () => {
    const { backend, setEmail } = await lab();
    await setEmail(ANA, NEW);
    const sent = (await mailsTo(backend, ANA)).length;
    await flow(backend, { flow: "reset", email: ANA });
    expect(await mailsTo(backend, ANA)).toHaveLength(sent);
  });
});
