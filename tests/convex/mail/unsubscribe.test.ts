import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Mail from "../../../convex/model/mail/mail";
import {
  accountsBackendAtRest,
  api,
  internal,
  restore,
  someone,
  type Backend,
} from "../../support/accounts";

const SITE = "https://sms.company.com";
const message = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
const query = { search: "", conditions: [], timeZone: "UTC" };
const report = { name: "Mine", frequency: "daily", scope: "mine", state: {}, query } as const;

let backend: Backend;
let ana: Awaited<ReturnType<typeof someone>>;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  vi.stubEnv("CONVEX_SITE_URL", SITE);
  ana = await someone(backend, "ana@company.com");
  await backend.mutation(internal.inbox.beginDigests, {});
});
afterEach(restore);

type List = { kind: "digest" | "report"; id: string };

/** Sends a mail of a list; returns its headers. */
async function headersOf(list?: List): Promise<Record<string, string>> {
  await backend.run((ctx) =>
    Mail.queue(ctx, "ana@company.com", message, { now: Date.now(), ...(list && { list }) }),
  );
  let headers: Record<string, string> = {};
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    ({ headers = {} } = JSON.parse(init.body as string) as { headers?: Record<string, string> });
    return Promise.resolve(Response.json({ id: "1" }));
  });
  vi.stubEnv("RESEND_API_KEY", "re_123");
  await backend.action(internal.mailSender.sendDue, {});
  vi.unstubAllGlobals();
  return headers;
}

async function addressOf(list: List): Promise<string> {
  const [, path = ""] =
    /^<https:\/\/sms\.company\.com(.*)>$/.exec((await headersOf(list))["List-Unsubscribe"] ?? "") ??
    [];
  return path;
}

/** Clicks as a mail program does: without cookie or sign-in. */
const click = (path: string) =>
  backend.fetch(path, { method: "POST", body: new URLSearchParams("List-Unsubscribe=One-Click") });
const isMuted = async () => (await ana.as.query(api.inbox.digest, {}))?.isMuted;
const isPaused = async () =>
  (await ana.as.query(api.reports.list, {})).map(({ dueAt }) => dueAt === undefined);

describe("one-click unsubscribing", () => {
  test("is in the headers of a list's mails, and of no other", async () => {
    const headers = await headersOf({ kind: "digest", id: ana.userId });
    expect(headers).toEqual({
      "List-Unsubscribe": expect.stringContaining(`<${SITE}/unsubscribe/digest/`) as string,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(await headersOf()).toEqual({});
  });

  test("is not offered over plain http", async () => {
    vi.stubEnv("CONVEX_SITE_URL", "http://localhost:3210");
    expect(await headersOf({ kind: "digest", id: ana.userId })).toEqual({});
  });

  test("mutes the digest of its reader, and may be repeated", async () => {
    const path = await addressOf({ kind: "digest", id: ana.userId });
    expect(await isMuted()).toBe(false);
    for (const times of [1, 2]) expect([times, (await click(path)).status]).toEqual([times, 200]);
    expect(await isMuted()).toBe(true);
  });

  test("pauses the report, and none of the others", async () => {
    const id = await ana.as.mutation(api.reports.create, report);
    await ana.as.mutation(api.reports.create, { ...report, name: "Other" });
    expect((await click(await addressOf({ kind: "report", id }))).status).toBe(200);
    expect(await isPaused()).toEqual([true, false]);
    expect(await isMuted()).toBe(false);
  });

  test("a person who opens the address is asked first", async () => {
    const path = await addressOf({ kind: "digest", id: ana.userId });
    const page = await backend.fetch(path, { method: "GET" });
    expect(await page.text()).toContain('<form method="post">');
    // A stricter policy would send the form with "Origin: null", as an attacker's page does.
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(await isMuted()).toBe(false);
  });

  test("a report that was removed since, and a reader who is gone, have ended", async () => {
    const id = await ana.as.mutation(api.reports.create, report);
    const path = await addressOf({ kind: "report", id });
    await ana.as.mutation(api.reports.remove, { scheduleId: id });
    expect((await click(path)).status).toBe(200);
    const gone = await addressOf({ kind: "digest", id: ana.userId });
    await backend.run((ctx) => ctx.db.delete("users", ana.userId));
    expect((await click(gone)).status).toBe(200);
  });

  test("an address that was changed or made up does nothing", async () => {
    const path = await addressOf({ kind: "digest", id: ana.userId });
    const id = await ana.as.mutation(api.reports.create, report);
    const mac = path.split("/").at(-1) ?? "";
    for (const other of [
      `/unsubscribe/report/${id}/${mac}`,
      `/unsubscribe/digest/${id}/${mac}`,
      `/unsubscribe/digest/${ana.userId}/${"0".repeat(64)}`,
      `/unsubscribe/digest/${ana.userId}/`,
      "/unsubscribe/",
      "/unsubscribe/digest",
    ]) {
      expect([other, (await click(other)).status]).toEqual([other, 404]);
      expect((await backend.fetch(other, { method: "GET" })).status).toBe(404);
    }
    expect([await isMuted(), await isPaused()]).toEqual([false, [false]]);
  });
});
