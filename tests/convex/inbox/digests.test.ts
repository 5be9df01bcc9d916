import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Users from "../../../convex/model/people/users";
import { DAY_MS } from "#domain/common/durations";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";

/** Monday, January 5, 2026, 07:00 UTC. */
const NOW = Date.UTC(2026, 0, 5, 7);
const HOUR_MS = DAY_MS / 24;

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  lab = await ConvexLab.open();
});
afterEach(() => vi.useRealTimers());

const runCron = async () => {
  await lab.backend.admin.mutation(internal.inbox.runDigests, {});
  await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
};
/** Runs the cron at `hour` on each of the next `days` days. @returns the mails of each day */
async function mailsOf(days: number, hour = 8): Promise<string[][]> {
  const perDay: string[][] = [];
  for (let day = 0; day < days; day++) {
    vi.setSystemTime(NOW - 7 * HOUR_MS + day * DAY_MS + hour * HOUR_MS);
    const before = (await outbox()).length;
    await runCron();
    perDay.push(
      (await outbox()).slice(before).map(({ to, message }) => `${to}: ${message.subject}`),
    );
  }
  return perDay;
}
const outbox = () => lab.backend.t.run((ctx) => ctx.db.query("mail").collect());

async function sentTo(recipient: string, sender = ana): Promise<Id<"samples">> {
  const sampleId = await lab.register(sender);
  await lab.take("transfer", sender, sampleId, recipient);
  return sampleId;
}

const WAITS = `${bruno}: 1 sample waits for your answer`;
const LATE = `${adam}: Something in your team is late`;

describe("the digest", () => {
  test("reminds of an overdue transfer each day, and notifies the supervisor once", async () => {
    await sentTo(bruno); // overdue on Thursday at 7
    expect(await mailsOf(6)).toEqual([[], [], [], [WAITS], [WAITS, LATE], [WAITS]]);
    const [mail] = await outbox();
    expect(mail?.list?.kind).toBe("digest");
    expect(mail?.message.text).toContain("sent by ana, 3 days, since Jan 5, 2026");
    expect(mail?.message.text).toContain("http://localhost:3210/pages/inbox");
  });

  test("shows names as the reader's screens do, not those of people who left", async () => {
    await lab.as(adam).mutation(api.users.updatePrivate, { email: ana, displayName: "A. Lima" });
    await sentTo(bruno);
    await mailsOf(4);
    expect((await outbox())[0]?.message.text).toContain("sent by A. Lima,");
    await lab.as(adam).mutation(api.users.update, { email: ana, settings: { disabled: true } });
    await mailsOf(6);
    const mails = (await outbox()).filter(({ to }) => to === bruno);
    expect(mails.at(-1)?.message.text).toContain("sent by Ana,");
  });

  test("is sent at most once a day, however often the cron runs", async () => {
    await sentTo(bruno);
    vi.setSystemTime(NOW + 3 * DAY_MS + HOUR_MS);
    for (let run = 0; run < 20; run++) {
      await runCron();
      vi.setSystemTime(Date.now() + HOUR_MS);
    }
    expect((await outbox()).map(({ to }) => to)).toEqual([bruno]);
  });

  test("is sent each day if the server starts after 08:00", async () => {
    await sentTo(bruno);
    expect(await mailsOf(6, 9.5)).toEqual([[], [], [], [WAITS], [WAITS, LATE], [WAITS]]);
  });

  test("omits requests that were answered in time, declined or cancelled", async () => {
    await lab.take("acknowledgeTransfer", bruno, await sentTo(bruno));
    await lab.take("declineTransfer", bruno, await sentTo(bruno), "No");
    await lab.take("cancelTransfer", ana, await sentTo(bruno));
    expect((await mailsOf(9)).flat()).toEqual([]);
  });

  test("includes a nudge the next morning, once", async () => {
    const sampleId = await sentTo(bruno);
    await lab.as(ana).mutation(api.inbox.nudge, { sampleId });
    expect(await mailsOf(2)).toEqual([[WAITS], []]);
    expect((await outbox())[0]?.message.text).toContain("ana asks for your answer");
  });

  test("is sent at 08:00 in the reader's time zone", async () => {
    const zone = (timeZone: string) =>
      lab.as(bruno).mutation(api.inbox.reportTimeZone, { timeZone });
    await zone("America/Sao_Paulo"); // UTC−3
    await sentTo(bruno);
    for (let hour = 0; hour < 5 * 24; hour++) {
      vi.setSystemTime(NOW + hour * HOUR_MS);
      await lab.backend.admin.mutation(internal.inbox.runDigests, {});
    }
    const hours = (await outbox()).map(({ nextAttemptAt }) =>
      new Date(nextAttemptAt).getUTCHours(),
    );
    expect(hours).toEqual([11, 11]);
    expect(await refusedCode(zone("Mars/Olympus"))).toBe("INPUT_INVALID");
  });

  test("is not sent to a person who muted it, but their supervisor is still notified", async () => {
    await sentTo(bruno);
    await lab.as(bruno).mutation(api.inbox.muteDigest, { isMuted: true });
    expect((await mailsOf(6)).flat()).toEqual([LATE]);
  });

  test("reveals nothing about a report to a former supervisor with role user", async () => {
    await sentTo(ana, bruno);
    await lab.as(adam).mutation(api.users.update, { email: sara, settings: { role: "user" } });
    await mailsOf(6);
    expect((await outbox()).filter(({ to }) => to === sara)).toEqual([]);
  });

  test("is not sent to a locked person, but their supervisor is still notified", async () => {
    await sentTo(bruno);
    await lab.backend.t.run(async (ctx) => {
      await UserWrites.setDisabled(ctx, await Users.getByEmailOrThrow(ctx, bruno), true);
    });
    const left = `${adam}: Samples of people who left`; // on the first day and a week later
    expect((await mailsOf(9)).flat()).toEqual([left, LATE, left]);
  });

  test("omits a snoozed request, and includes it when the snooze ends", async () => {
    const sampleId = await sentTo(bruno);
    const until = NOW + 5 * DAY_MS;
    await lab.as(bruno).mutation(api.inbox.snooze, { sampleId, until });
    const perDay = await mailsOf(7);
    expect(perDay.map((mails) => mails.includes(WAITS))).toEqual([
      ...[false, false, false, false, false],
      ...[true, true],
    ]);
  });

  test("reminds the holder of an exceeded limit repeatedly, and notifies the supervisor once", async () => {
    await lab.as(adam).mutation(api.users.update, {
      email: ana,
      settings: { samplmax: 1, samplmaxr: 2 },
    });
    await lab.registerMany(ana, 2);
    const over = `${ana}: You hold more samples than your limit`;
    const perDay = await mailsOf(5);
    expect(perDay.map((mails) => mails.includes(over))).toEqual([true, false, true, false, true]);
    const heard = (await outbox()).filter(({ to }) => to === sara);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.message.text).toContain("ana has 2 samples in use; the limit is 1");
  });

  test("the digest of an account older than the digest feature is started by the cron", async () => {
    await sentTo(bruno);
    await lab.backend.t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("digests").collect()) {
        await ctx.db.delete("digests", _id);
      }
    });
    expect((await mailsOf(5)).flat()).toEqual([]);
    await lab.backend.admin.mutation(internal.inbox.beginDigests, {});
    await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
    expect((await mailsOf(6)).flat()).toContain(WAITS);
  });
});
