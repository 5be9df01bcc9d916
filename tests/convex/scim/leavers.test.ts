// @vitest-environment node
/** What people leave behind whom a company's directory deactivates (docs/product.md, "Leaving"). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "#domain/common/durations";
import { SCIM_CONTENT_TYPE } from "#domain/scim/messages";
import { api, internal } from "../../../convex/_generated/api";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { patch } from "../../support/scim/bodies";

/** Monday, January 5, 2026, 07:00 UTC. */
const NOW = Date.UTC(2026, 0, 5, 7);

let lab: ConvexLab;
let token: string;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  lab = await ConvexLab.open();
  token = await lab.backend.admin.action(internal.scim.createTokenFromTerminal, { name: "Okta" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function setActive(email: string, active: boolean): Promise<void> {
  const person = await lab.as(adam).query(api.users.getByEmail, { email });
  const response = await lab.backend.t.fetch(`/scim/v2/Users/${person!._id}`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": SCIM_CONTENT_TYPE },
    body: JSON.stringify(patch({ op: "replace", value: { active } })),
  });
  expect(response.status, await response.text()).toBe(200);
}

/** Who left, and how many samples they hold and are asked to answer, as the reader's inbox says. */
async function leaversFor(reader: string): Promise<string[]> {
  const { people } = await lab.as(reader).query(api.inbox.leavers, {});
  return people.map(
    ({ email, held, awaited, isCut }) => `${email} ${held} ${awaited}${isCut ? "+" : ""}`,
  );
}

async function sentTo(recipient: string, sender: string) {
  const sampleId = await lab.register(sender);
  await lab.take("transfer", sender, sampleId, recipient);
  return sampleId;
}
const daily = () => lab.backend.admin.mutation(internal.inbox.followLeavers, {});

test("are in the inboxes of the supervisor and the admins until the last is handed over", async () => {
  const held = [await lab.register(ana), await lab.register(ana)];
  const asked = await sentTo(ana, bruno);
  expect(await leaversFor(adam)).toEqual([]);
  await setActive(ana, false);
  for (const reader of [sara, adam]) expect(await leaversFor(reader)).toEqual([`${ana} 2 1`]);
  expect(await leaversFor(bruno)).toEqual([]);

  for (const sampleId of held) await lab.take("transfer", adam, sampleId, bruno);
  expect(await leaversFor(sara)).toEqual([`${ana} 2 1`]); // nobody has received them
  for (const sampleId of held) await lab.take("acknowledgeTransfer", bruno, sampleId);
  expect(await leaversFor(sara)).toEqual([`${ana} 0 1`]);
  await lab.take("cancelTransfer", bruno, asked);
  for (const reader of [sara, adam]) expect(await leaversFor(reader)).toEqual([]);
  expect(await lab.faults()).toEqual([]);
});

test("are news to the supervisor and the admins", async () => {
  await lab.register(ana);
  await setActive(ana, false);
  for (const reader of [sara, adam]) {
    const { items } = await lab.as(reader).query(api.inbox.unseenNews, {});
    expect(items.map(({ notice }) => notice)).toMatchObject([
      { kind: "deactivated", person: ana, samples: 1, reports: 0 },
    ]);
  }
});

test("can be handed over by an admin only, and by nobody to the person who left", async () => {
  const sampleId = await lab.register(ana);
  await setActive(ana, false);
  expect(await refusedCode(lab.take("transfer", sara, sampleId, bruno))).toBe("NOT_YOURS");
  expect(await refusedCode(lab.take("transfer", ana, sampleId, bruno))).toBe("DISABLED");
  const other = await lab.register(bruno);
  expect(await refusedCode(lab.take("transfer", bruno, other, ana))).toBe("RECIPIENT_UNKNOWN");
  await lab.take("transfer", adam, sampleId, bruno);
});

describe("a person who left", () => {
  test("and whose supervisor left, too, is in the inboxes of admins, and of the next one", async () => {
    await lab.register(ana);
    await setActive(sara, false);
    await setActive(ana, false);
    expect(await leaversFor(adam)).toEqual([`${ana} 1 0`]);
    expect(await refusedCode(leaversFor(sara))).toBe("DISABLED");
    const update = (email: string, settings: object) =>
      lab.as(adam).mutation(api.users.update, { email, settings });
    await update(bruno, { role: "supervisor" });
    await update(ana, { supervisor: bruno });
    expect(await leaversFor(bruno)).toEqual([`${ana} 1 0`]);
  });

  test("and who has no supervisor is in the inboxes of admins", async () => {
    const eve = "eve@company.com";
    await lab.backend.addPeople([{ email: eve, role: "user", supervisor: adam }]);
    await sentTo(eve, bruno);
    await lab.backend.t.run(async (ctx) => {
      const user = (await ctx.db.query("users").collect()).find(({ email }) => email === eve);
      await ctx.db.patch("users", user!._id, { supervisor: undefined });
    });
    await setActive(eve, false);
    expect(await leaversFor(adam)).toEqual([`${eve} 0 1`]);
    expect(await leaversFor(sara)).toEqual([]);
  });

  test("and comes back before the hand-over is in no inbox, and keeps everything", async () => {
    const sampleId = await lab.register(ana);
    const asked = await sentTo(ana, bruno);
    await setActive(ana, false);
    await setActive(ana, true);
    for (const reader of [sara, adam]) expect(await leaversFor(reader)).toEqual([]);
    const samples = await lab.backend.t.run((ctx) =>
      Promise.all([sampleId, asked].map((id) => ctx.db.get("samples", id))),
    );
    expect(samples).toMatchObject([{ samplmanag: ana }, { samplmanag: bruno, inTransitTo: ana }]);
    await lab.take("declineTransfer", adam, asked, "Not needed");
  });

  test.each<[string, string, string, () => Promise<unknown>]>([
    ["sent a sample holds it until it is received", ana, "1 0", () => sentTo(bruno, ana)],
    ["is sent a sample is asked for an answer", ana, "0 1", () => sentTo(ana, bruno)],
    [
      "decides about a loss is asked for an answer",
      sara,
      "0 1",
      async () => {
        const sampleId = await lab.register(ana);
        await lab.take("requestLost", ana, sampleId, sara);
      },
    ],
    [
      "reported a loss to themselves holds one sample",
      sara,
      "1 0",
      async () => {
        const sampleId = await lab.register(sara);
        await lab.take("requestLost", sara, sampleId, sara);
      },
    ],
  ])("and who %s", async (_title, person, left, prepare) => {
    await prepare();
    await setActive(person, false);
    expect(await leaversFor(adam)).toEqual([`${person} ${left}`]);
  });

  test("and to whom an undo gives a sample back is in the inboxes again", async () => {
    const sampleId = await lab.register(ana);
    await setActive(ana, false);
    await lab.take("transfer", adam, sampleId, bruno);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    await daily();
    expect(await leaversFor(sara)).toEqual([]);
    await lab.undo(bruno, sampleId);
    expect(await leaversFor(sara)).toEqual([`${ana} 1 0`]);
  });

  test("and whose address is corrected is in the inboxes under the new one", async () => {
    vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com");
    await lab.register(ana);
    await setActive(ana, false);
    const newEmail = "ana.lima@company.com";
    await lab.as(adam).mutation(api.users.setEmail, { email: ana, newEmail });
    expect(await leaversFor(sara)).toEqual([`${newEmail} 1 0`]);
    await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await leaversFor(sara)).toEqual([`${newEmail} 1 0`]);
  });

  test("with thousands of samples costs no more to list, and the requests are counted to a limit", async () => {
    const sampleIds = await lab.registerMany(bruno, 51);
    for (const sampleId of sampleIds) await lab.take("transfer", bruno, sampleId, ana);
    await lab.register(ana);
    await lab.backend.t.run(async (ctx) => {
      const counters = await ctx.db.query("counterSamples").collect();
      const counter = counters.find(({ email }) => email === ana)!;
      const counts = { ...counter.counts, Registered: 4_000 };
      await ctx.db.patch("counterSamples", counter._id, { counts });
    });
    await setActive(ana, false);
    expect(await leaversFor(sara)).toEqual([`${ana} 4000 50+`]);
  });
});

test("twenty people who left are listed, longest gone first, and the list says if there are more", async () => {
  const emails = Array.from({ length: 22 }, (_, index) => `leaver${index + 1}@company.com`);
  await lab.backend.addPeople(
    emails.map((email) => ({ email, role: "user", supervisor: sara }) as const),
  );
  for (const [index, email] of emails.entries()) {
    await lab.registerMany(email, 1, index);
    vi.setSystemTime(NOW + index);
    await setActive(email, false);
  }
  for (const reader of [sara, adam]) {
    const { people, isMore } = await lab.as(reader).query(api.inbox.leavers, {});
    expect([people.map(({ email }) => email), isMore]).toEqual([emails.slice(0, 20), true]);
  }
});

test("the daily run finds people who were locked before there was a list", async () => {
  await lab.register(ana);
  await setActive(ana, false);
  await lab.backend.t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("counterSamples").collect()) {
      await ctx.db.patch("counterSamples", _id, { leftBehindSince: undefined });
    }
  });
  expect(await leaversFor(adam)).toEqual([]);
  await daily();
  expect(await leaversFor(adam)).toEqual([`${ana} 1 0`]);
});

test("the digest names a person who left on the next morning and each week, until nothing is left", async () => {
  const sampleId = await lab.register(ana);
  await setActive(ana, false);
  const days: string[] = [];
  for (let day = 0; day <= 15; day++) {
    if (day === 10) {
      await lab.take("transfer", adam, sampleId, bruno);
      await lab.take("acknowledgeTransfer", bruno, sampleId);
    }
    vi.setSystemTime(NOW + day * DAY_MS + DAY_MS / 24);
    const before = (await mails()).length;
    await lab.backend.admin.mutation(internal.inbox.runDigests, {});
    await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
    for (const { to, message } of (await mails()).slice(before)) {
      days.push(`${day} ${to} ${message.subject}`);
      expect(message.text).toContain("ana holds 1 sample");
    }
  }
  const subject = "Samples of people who left";
  expect(days.sort()).toEqual([
    `0 ${adam} ${subject}`,
    `0 ${sara} ${subject}`,
    `7 ${adam} ${subject}`,
    `7 ${sara} ${subject}`,
  ]);
});
const mails = () => lab.backend.t.run((ctx) => ctx.db.query("mail").collect());
