import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Mail from "../../../convex/model/mail/mail";
import {
  accountsBackendAtRest,
  api,
  flow,
  internal,
  later,
  restore,
  someone,
  verified,
  type Backend,
} from "../../support/accounts";
import { refusedCode } from "../../support/refusals";

const MINUTE = 60_000;
const mail = { subject: "Hello", text: "Hello Ana", html: "<p>Hello Ana</p>" };

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

const queue = (options: { expiresAt?: number } = {}) =>
  backend.run((ctx) => Mail.queue(ctx, "ana@company.com", mail, { now: Date.now(), ...options }));
const outbox = () => backend.run((ctx) => ctx.db.query("mail").collect());
const sendDue = () => backend.action(internal.mailSender.sendDue, {});

/** Stubs Resend, which answers with these statuses in turn; `null`: the network is down. */
function resend(...statuses: (number | null)[]) {
  const requests: { key: string | null; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    requests.push({
      key: new Headers(init.headers).get("Idempotency-Key"),
      body: JSON.parse(init.body as string),
    });
    const status = statuses.length > 0 ? (statuses.shift() ?? null) : 200;
    if (status === null) throw new TypeError("fetch failed");
    const body = status === 200 ? { id: "1" } : { statusCode: status, name: "x", message: "no" };
    return Response.json(body, { status });
  });
  vi.stubEnv("RESEND_API_KEY", "re_123");
  vi.stubEnv("SMS_MAIL_FROM", "SMS <sms@company.com>");
  return requests;
}

/** Makes every read of a stored file fail. */
function damageFiles() {
  const { Convex: runtime } = globalThis as unknown as { Convex: { jsSyscall: unknown } };
  const fail = () => Promise.reject(new Error("its bytes have changed"));
  vi.spyOn(runtime, "jsSyscall", "get").mockReturnValue(fail);
}

async function sentAll<Requests>(requests: Requests): Promise<Requests> {
  await sendDue();
  return requests;
}

describe("the outbox", () => {
  test("keeps mail queued while there is no key", async () => {
    await queue();
    await sendDue();
    expect(await outbox()).toMatchObject([{ status: "queued", attempts: 0, message: mail }]);
  });

  test("starts its sender once for all mails of a transaction", async () => {
    resend();
    await backend.run(async (ctx) => {
      for (const to of ["ana@company.com", "bea@company.com"]) {
        await Mail.queue(ctx, to, mail, { now: Date.now() });
      }
    });
    const runs = backend.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());
    expect(await runs).toHaveLength(1);
  });

  test("sends a file with its mail", async () => {
    await backend.run(async (ctx) => {
      const storageId = await ctx.storage.store(new Blob(["a,b\r\n"]));
      const attachment = { storageId, fileName: "rows.csv" };
      await Mail.queue(ctx, "ana@company.com", mail, { now: Date.now(), attachment });
    });
    const [request, ...others] = await sentAll(resend());
    expect(others).toEqual([]);
    expect(request?.body).toMatchObject({
      attachments: [{ filename: "rows.csv", content: btoa("a,b\r\n") }],
    });
  });

  test.each(["missing", "damaged"])(
    "fails a mail whose file is %s, and sends on",
    async (fault) => {
      await backend.run(async (ctx) => {
        const storageId = await ctx.storage.store(new Blob(["a,b\r\n"]));
        const attachment = { storageId, fileName: "rows.csv" };
        await Mail.queue(ctx, "ana@company.com", mail, { now: Date.now(), attachment });
        if (fault === "missing") await ctx.storage.delete(storageId);
      });
      await queue();
      if (fault === "damaged") damageFiles();
      vi.spyOn(console, "error").mockReturnValue();
      expect(await sentAll(resend())).toHaveLength(1);
      expect(await outbox()).toMatchObject([
        { status: "failed", lastError: "Its attachment cannot be read." },
        { status: "sent" },
      ]);
    },
  );

  test("sends each mail once", async () => {
    await queue();
    const requests = resend();
    await sendDue();
    await sendDue();
    expect(requests).toEqual([
      {
        key: (await outbox())[0]?._id,
        body: { from: "SMS <sms@company.com>", to: ["ana@company.com"], ...mail },
      },
    ]);
    expect(await outbox()).toMatchObject([{ status: "sent", attempts: 1, sentAt: Date.now() }]);
  });

  test("tries again after a failure, later each time, with the same key", async () => {
    await queue();
    const requests = resend(null, 500, 429);
    await sendDue();
    expect(await outbox()).toMatchObject([
      {
        status: "queued",
        attempts: 1,
        lastError: "Unable to fetch data. The request could not be resolved.",
      },
    ]);
    for (const minutes of [1, 2, 4]) {
      later(minutes * MINUTE - 1);
      await sendDue(); // too early
      later(1);
      await sendDue();
    }
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    expect(await outbox()).toMatchObject([{ status: "sent", attempts: 4 }]);
    expect((await outbox())[0]).not.toHaveProperty("lastError");
  });

  test("gives up on a refusal immediately, and on other failures after nine attempts", async () => {
    await queue();
    resend(422);
    await sendDue();
    expect(await outbox()).toMatchObject([{ status: "failed", lastError: "HTTP 422: no" }]);

    await queue();
    const requests = resend(...Array<number>(20).fill(503));
    for (let run = 0; run < 20; run++) {
      await sendDue();
      later(300 * MINUTE);
    }
    expect(requests).toHaveLength(9);
    expect((await outbox())[1]).toMatchObject({ status: "failed", attempts: 9 });
  });

  test("notifies admins once a day of a mail that is stuck for a quarter of an hour", async () => {
    const admin = await someone(backend, "boss@company.com", { role: "admin" });
    const news = async () => {
      const paginationOpts = { cursor: null, numItems: 10 };
      return (await admin.as.query(api.inbox.news, { paginationOpts })).page;
    };
    await queue();
    await queue();
    resend(...Array<number>(20).fill(503));
    for (let minutes = 1; minutes <= 8; minutes *= 2) {
      await sendDue();
      later(minutes * MINUTE);
    }
    expect(await news()).toEqual([]);
    await sendDue();
    expect(await news()).toMatchObject([{ notice: { kind: "mailStuck", error: "HTTP 503: no" } }]);
  });

  test("goes on while the service takes everything, and leaves the rest to the cron", async () => {
    for (let mails = 0; mails < 45; mails++) await queue();
    const settle = () => backend.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
    const failing = resend(503);
    await sendDue();
    await settle();
    expect(failing).toHaveLength(20);
    const requests = resend();
    await sendDue();
    await settle();
    expect(requests).toHaveLength(25);
    later(MINUTE);
    await sendDue();
    expect((await outbox()).map(({ status }) => status)).toEqual(Array(45).fill("sent"));
  });

  test("skips codes that expired while the service was down, however many", async () => {
    for (let mails = 0; mails < 25; mails++) await queue({ expiresAt: Date.now() + MINUTE });
    later(MINUTE);
    await queue();
    const requests = resend();
    await sendDue();
    await backend.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
    expect(requests).toHaveLength(1);
  });

  test("repeats an attempt whose sender died, with the same key", async () => {
    await queue();
    const taken = await backend.mutation(internal.mail.takeNext, {});
    const requests = resend();
    later(5 * MINUTE - 1);
    await sendDue();
    expect(requests).toEqual([]);
    later(1);
    await sendDue();
    expect(requests).toMatchObject([{ key: taken?._id }]);
  });

  test("keeps a mail sent when another attempt reports a failure late", async () => {
    await queue();
    resend();
    await sendDue();
    const mailId = (await outbox())[0]?._id;
    if (!mailId) throw new Error("no mail");
    const delivery = { outcome: "refused", error: "late" } as const;
    await backend.mutation(internal.mail.record, { mailId, delivery });
    expect(await outbox()).toMatchObject([{ status: "sent" }]);
  });

  test("does not send to a person whose account was locked after the mail was queued", async () => {
    await verified(backend, "ana@company.com");
    await queue();
    await backend.mutation(internal.users.updateFromTerminal, {
      ...{ email: "ana@company.com", settings: { disabled: true } },
    });
    const requests = resend();
    await sendDue();
    const toAna = requests.filter(({ body }) => JSON.stringify(body).includes("Hello Ana"));
    expect(toAna).toEqual([]);
    const lastError = "The account was locked before it could be sent.";
    expect(await outbox()).toContainEqual(expect.objectContaining({ status: "failed", lastError }));
  });

  test("does not send a code that has expired", async () => {
    await queue({ expiresAt: Date.now() + MINUTE });
    later(MINUTE);
    const requests = resend();
    await sendDue();
    expect(requests).toEqual([]);
    expect(await outbox()).toMatchObject([{ status: "failed" }]);
  });

  test("keeps a mail for thirty days", async () => {
    await queue();
    later(30 * 24 * 60 * MINUTE - 1);
    await queue();
    await backend.mutation(internal.sessions.sweep, {});
    expect(await outbox()).toHaveLength(2);
    later(2);
    await backend.mutation(internal.sessions.sweep, {});
    expect(await outbox()).toHaveLength(1);
  });

  test("starts sending when a mail is queued and there is a key", async () => {
    resend();
    await queue();
    const [job] = await backend.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());
    expect(job?.name).toContain("mail");
    await backend.finishInProgressScheduledFunctions();
  });
});

describe("the list of mails", () => {
  const args = { paginationOpts: { cursor: null, numItems: 10 } };

  test("shows admins the newest first, by status", async () => {
    await queue();
    await backend.run((ctx) => Mail.queue(ctx, "bea@company.com", mail, { now: Date.now() }));
    const admin = await someone(backend, "boss@company.com", { role: "admin" });
    const { page } = await admin.as.query(api.mail.list, args);
    expect(page.map(({ to }) => to)).toEqual(["bea@company.com", "ana@company.com"]);
    expect((await admin.as.query(api.mail.list, { ...args, status: "sent" })).page).toEqual([]);
  });

  test("refuses everyone but admins", async () => {
    const user = await someone(backend, "ana@company.com");
    const supervisor = await someone(backend, "bea@company.com", { role: "supervisor" });
    expect(await refusedCode(user.as.query(api.mail.list, args))).toBe("NOT_ALLOWED");
    expect(await refusedCode(supervisor.as.query(api.mail.list, args))).toBe("NOT_ALLOWED");
    expect(await refusedCode(backend.query(api.mail.list, args))).toBe("NOT_SIGNED_IN");
  });

  test("answers the deployment's admin key", async () => {
    await queue();
    const { page } = await backend.query(internal.mail.listFromTerminal, {
      ...args,
      status: "queued",
    });
    expect(page).toHaveLength(1);
  });
});

describe("the administration of mail", () => {
  const args = { paginationOpts: { cursor: null, numItems: 10 } };
  const secret = "12345678";
  const codeMail = {
    subject: `${secret} is your code`,
    text: `Your code: ${secret}`,
    html: `<a href="https://sms.company.com/?code=${secret}">${secret}</a>`,
  };
  const queueCode = (expiresAt = Date.now() + MINUTE) =>
    backend.run((ctx) =>
      Mail.queue(ctx, "ana@company.com", codeMail, { now: Date.now(), expiresAt, secret }),
    );
  const anAdmin = () => someone(backend, "boss@company.com", { role: "admin" });
  const failed = async () => {
    const [mail] = await outbox();
    if (!mail) throw new Error("no mail");
    await backend.run((ctx) =>
      ctx.db.patch("mail", mail._id, { status: "failed", attempts: 9, lastError: "refused" }),
    );
    return mail._id;
  };

  test("shows codes to admins while no mail service is set, and never the field itself", async () => {
    await queueCode();
    const { page } = await (await anAdmin()).as.query(api.mail.list, args);
    expect(page[0]?.message).toEqual(codeMail);
    expect(Object.keys(page[0] ?? {})).not.toContain("secret");
  });

  test("hides codes from admins, not from the terminal, where mail goes to its readers", async () => {
    await queueCode();
    const [mail] = await outbox();
    const mailId = mail?._id ?? "";
    vi.stubEnv("RESEND_API_KEY", "key");
    const admin = await anAdmin();
    const { page } = await admin.as.query(api.mail.list, args);
    const one = await admin.as.query(api.mail.get, { mailId });
    for (const shown of [page[0], one]) {
      expect(JSON.stringify(shown)).not.toContain(secret);
      expect(shown?.message.subject).toBe("•••••••• is your code");
    }
    const terminal = await backend.query(internal.mail.getFromTerminal, { mailId });
    expect(terminal?.message).toEqual(codeMail);
  });

  test("hides the codes of sign-ups and resets", async () => {
    vi.stubEnv("RESEND_API_KEY", "key");
    resend(200, 200);
    const admin = await anAdmin();
    await verified(backend, "new@company.com");
    await flow(backend, { flow: "reset", email: "new@company.com" });
    const { page } = await admin.as.query(api.mail.list, args);
    expect(page).toHaveLength(2);
    for (const { message } of page) expect(JSON.stringify(message)).not.toMatch(/\d{8}/);
  });

  test("sends a failed mail again with new attempts, and an audit record", async () => {
    await queue();
    const mailId = await failed();
    const admin = await anAdmin();
    await admin.as.mutation(api.mail.retry, { mailId });
    const [mail] = await outbox();
    expect(mail).toMatchObject({ status: "queued", attempts: 0 });
    expect(mail?.lastError).toBeUndefined();
    const requests = resend();
    await sendDue();
    expect(requests).toMatchObject([{ key: mailId }]);
    const { page } = await admin.as.query(api.audit.list, args);
    expect(page).toMatchObject([
      { action: "Mail Retried", person: "ana@company.com", entry: "Hello" },
    ]);
  });

  test("sends a test mail to the company only, while a mail service is set, with an audit record", async () => {
    const admin = await anAdmin();
    const send = (to: string) => admin.as.mutation(api.mail.sendTest, { to });
    expect(await refusedCode(send("ana@company.com"))).toBe("MAIL_NOT_SENT");
    resend();
    expect(await refusedCode(send("ana@elsewhere.com"))).toBe("EMAIL_NOT_COMPANY");
    const mailId = await send(" Ana@company.com");
    await sendDue();
    expect(await admin.as.query(api.mail.get, { mailId })).toMatchObject({
      to: "ana@company.com",
      status: "sent",
    });
    const { page } = await admin.as.query(api.audit.list, args);
    expect(page).toMatchObject([{ action: "Test Mail Sent", entry: "ana@company.com" }]);
  });

  test("sends nothing again that waits, was sent, has an expired code or is gone", async () => {
    await queueCode();
    const [mail] = await outbox();
    const mailId = mail?._id ?? "";
    const again = () => backend.mutation(internal.mail.retryFromTerminal, { mailId });
    expect(await refusedCode(again())).toBe("MAIL_NOT_FAILED");
    await failed();
    later(MINUTE);
    expect(await refusedCode(again())).toBe("MAIL_EXPIRED");
    await backend.run(async (ctx) => mail && ctx.db.delete("mail", mail._id));
    expect(await refusedCode(again())).toBe("MAIL_MISSING");
    expect(await backend.query(internal.mail.getFromTerminal, { mailId })).toBeNull();
  });

  test("is in the audit log without the code", async () => {
    await queueCode();
    const mailId = await failed();
    await backend.mutation(internal.mail.retryFromTerminal, { mailId });
    const records = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(JSON.stringify(records)).not.toContain(secret);
  });
});
