import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { MailExtras } from "../../../convex/lib/mail/mailService";
import { sendBySmtp, SmtpMail, transportOptions } from "../../../convex/lib/mail/smtpMail";
import { parseSmtpUrl } from "#domain/mail/smtpServer";
import type { Backend } from "../../support/deployments/backend";
import { EmbeddedHome } from "../../support/deployments/embeddedHome";
import { freePort } from "../../support/freePort";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { CERTIFICATE, MailServer } from "../../support/mailServer";

const mail = {
  _id: "kh7abc" as Id<"mail">,
  _creationTime: Date.UTC(2026, 10, 28, 17, 0, 0),
  to: "ana@company.com",
  message: { subject: "Olá, Ana", text: "Plain words", html: "<p>Marked <b>words</b></p>" },
  status: "queued",
  attempts: 1,
  nextAttemptAt: 0,
} satisfies Doc<"mail">;

let server: MailServer;
beforeEach(async () => {
  server = await MailServer.start();
});
afterEach(() => server.close());

const here = () => `smtp://127.0.0.1:${server.port}`;
const plain = { attachment: null, headers: {} };
const sendHere = (url = here(), extras: MailExtras = plain) =>
  new SmtpMail(url, "Acme, Inc. SMS <sms@company.com>").send(mail, extras);

/** Sends as to a remote server, which must encrypt, although it listens on this computer. */
function sendEncrypted(url: string, changes: Parameters<typeof sendBySmtp>[0], timeoutMs?: number) {
  const parsed = parseSmtpUrl(url);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const options = { ...transportOptions(parsed.server), host: "127.0.0.1", port: server.port };
  const message = { from: "sms@company.com", to: mail.to, ...mail.message };
  return sendBySmtp({ ...options, ...changes }, message, timeoutMs);
}

describe("a mail by SMTP", () => {
  test("a mail by SMTP has a plain and an HTML part, its sender, and the date of its cause", async () => {
    expect(await sendHere()).toEqual({ outcome: "sent" });
    const [arrived] = server.arrived;
    expect(arrived).toMatchObject({ from: "sms@company.com", to: "ana@company.com" });
    const text = arrived?.text ?? "";
    expect(text).toContain('From: "Acme, Inc. SMS" <sms@company.com>');
    expect(text).toContain("Date: Sat, 28 Nov 2026 17:00:00 +0000");
    expect(text).toMatch(/multipart\/alternative[^]*text\/plain[^]*Plain words[^]*text\/html/);
  });

  test("a mail by SMTP has the same Message-ID in all its attempts", async () => {
    server.ending = "hangs up";
    expect(await sendHere()).toMatchObject({ outcome: "retry" });
    server.ending = "takes it";
    expect(await sendHere()).toEqual({ outcome: "sent" });
    const ids = server.arrived.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim());
    expect(ids).toEqual(["<kh7abc@company.com>", "<kh7abc@company.com>"]);
  });

  test("a mail by SMTP carries its file and its list's headers", async () => {
    const withFile = {
      ...mail,
      attachment: { storageId: "s" as Id<"_storage">, fileName: "a.csv" },
    };
    const service = new SmtpMail(here(), "sms@company.com");
    const headers = { "List-Unsubscribe": "<https://sms.company.com/unsubscribe/x>" };
    await service.send(withFile, { attachment: new Blob(["a,b\r\n"]), headers });
    expect(server.arrived[0]?.text).toMatch(/filename=a\.csv[^]*YSxiDQo=/);
    expect(server.arrived[0]?.text).toContain("List-Unsubscribe: <https://sms.company.com/un");
  });

  test("a mail by SMTP is sent once the server has accepted it, even if the connection then breaks", async () => {
    server.ending = "hangs up after its answer";
    expect(await sendHere()).toEqual({ outcome: "sent" });
  });

  test("a mail by SMTP authenticates, and waits while the password is wrong", async () => {
    const withPassword = (word: string) => here().replace("//", `//ana:${word}@`);
    expect(await sendHere(withPassword("right"))).toEqual({ outcome: "sent" });
    expect(server.arrived[0]?.user).toBe("ana");
    const refused = await sendHere(withPassword("wr%40ng"));
    expect(refused).toMatchObject({
      outcome: "retry",
      error: expect.stringContaining("535 5.7.8 Wrong user or password") as string,
    });
    expect(JSON.stringify(refused)).not.toContain("wr@ng");
  });

  test("a mail by SMTP waits when the server offers no authentication although a password is set", async () => {
    const strict = await MailServer.start({ disabledCommands: ["AUTH"] });
    const url = `smtp://ana:right@127.0.0.1:${strict.port}`;
    expect(await sendHere(url)).toMatchObject({ outcome: "retry" });
    expect(strict.arrived).toEqual([]);
    await strict.close();
  });
});

describe("a mail server that refuses", () => {
  test.each([
    ["refusedRecipient", 550, "refused"],
    ["refusedRecipient", 450, "retry"],
    ["refusedSender", 550, "retry"],
    ["ending", 554, "refused"],
    ["ending", 452, "retry"],
  ] as const)(
    "a mail whose %s is answered with %i has the outcome %s",
    async (place, code, outcome) => {
      server[place] = { code, text: "Not this one" };
      const error = expect.stringContaining(`127.0.0.1:${server.port}: `) as string;
      const refusal = await sendHere();
      expect(refusal).toEqual({ outcome, error });
      expect(JSON.stringify(refusal)).toContain(`${code} Not this one`);
    },
  );
});

describe("a mail server in trouble", () => {
  test("a connection that breaks half-way leaves the mail for another attempt", async () => {
    server.hangsUpInText = true;
    expect(await sendHere()).toMatchObject({ outcome: "retry" });
  });

  test("an error for a port where nothing listens names the port", async () => {
    const port = await freePort();
    expect(await sendHere(`smtp://127.0.0.1:${port}`)).toMatchObject({
      outcome: "retry",
      error: expect.stringMatching(`127.0.0.1:${port}: .*ECONNREFUSED`) as string,
    });
  });

  test("a server that never answers ends the attempt", async () => {
    server.ending = "never answers";
    const url = "smtp://mail.company.com";
    expect(await sendEncrypted(url, { ignoreTLS: true, requireTLS: false }, 300)).toEqual({
      outcome: "retry",
      error: `127.0.0.1:${server.port}: no answer within 0.3 s`,
    });
    expect(server.arrived).toHaveLength(1);
  });

  test("a server that never greets ends the attempt", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const changes = { port, greetingTimeout: 100 };
    expect(await sendEncrypted("smtp://mail.company.com", changes)).toMatchObject({
      outcome: "retry",
      error: expect.stringContaining("Greeting never received") as string,
    });
    silent.close();
  });
});

describe("TLS", () => {
  const elsewhere = "smtp://ana:right@mail.company.com";
  const trusted = { rejectUnauthorized: true, ca: CERTIFICATE } as const;

  test("a server with a trusted certificate gets the mail encrypted", async () => {
    expect(await sendEncrypted(elsewhere, { tls: trusted })).toEqual({ outcome: "sent" });
    expect(server.arrived).toMatchObject([{ isSecure: true, user: "ana" }]);
  });

  test.each([
    ["that nobody trusts", {}, "self-signed certificate"],
    [
      "of another name",
      { tls: { ...trusted, servername: "mail.company.com" } },
      "mail.company.com",
    ],
  ])("STARTTLS with a certificate %s sends nothing", async (_kind, changes, reason) => {
    expect(await sendEncrypted(elsewhere, changes)).toMatchObject({
      outcome: "retry",
      error: expect.stringContaining(reason) as string,
    });
    expect(server.arrived).toEqual([]);
  });

  test("a server elsewhere that offers no STARTTLS gets neither password nor mail", async () => {
    const heard: string[] = [];
    const plain = await MailServer.start({
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username }, _session, answer) => {
        heard.push(username ?? "");
        answer(null, { user: username });
      },
    });
    const changes = { port: plain.port, tls: trusted };
    expect(await sendEncrypted(elsewhere, changes)).toMatchObject({
      outcome: "retry",
      error: expect.stringContaining("STARTTLS") as string,
    });
    expect([heard, plain.arrived]).toEqual([[], []]);
    await plain.close();
  });

  test("smtps is verified from the first byte", async () => {
    const secure = await MailServer.start({ secure: true });
    const url = "smtps://ana:right@mail.company.com";
    const at = { port: secure.port };
    expect(await sendEncrypted(url, at)).toMatchObject({
      outcome: "retry",
      error: expect.stringContaining("self-signed certificate") as string,
    });
    expect(await sendEncrypted(url, { ...at, tls: trusted })).toEqual({ outcome: "sent" });
    await secure.close();
  });
});

describe("the product with SMS_SMTP_URL", () => {
  const makeMailsDue = makeFunctionReference<"mutation", Record<string, never>, null>(
    "testing:makeMailsDue",
  );
  let dataDir: string;
  let home: EmbeddedHome;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "sms-smtp-"));
    home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
  });
  afterAll(async () => {
    await home.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("sends each mail, again after a broken connection, and shows why it failed", async () => {
    await home.deployment.environment.set([{ name: "SMS_SMTP_URL", value: here() }]);
    const admin = home.admin as unknown as Backend["admin"];
    server.hangsUpInText = true;
    const to = "ana@company.com";
    const mailId = await admin.mutation(internal.mail.sendTestFromTerminal, { to });
    const shown = () => admin.query(internal.mail.getFromTerminal, { mailId });
    await expect
      .poll(shown)
      .toMatchObject({ status: "queued", attempts: 1, lastError: expect.any(String) as string });
    server.hangsUpInText = false;
    await home.admin.mutation(makeMailsDue, {});
    await admin.action(internal.mailSender.sendDue, {});
    await expect.poll(shown).toMatchObject({ status: "sent", attempts: 2 });
    expect(server.arrived).toMatchObject([{ to, from: "no-reply@company.com" }]);
    expect(server.arrived[0]?.text).toContain(`Message-ID: <${mailId}@company.com>`);

    server.refusedRecipient = { code: 550, text: "No such mailbox" };
    const refusedId = await admin.mutation(internal.mail.sendTestFromTerminal, { to });
    await expect
      .poll(() => admin.query(internal.mail.getFromTerminal, { mailId: refusedId }))
      .toMatchObject({
        status: "failed",
        lastError: expect.stringContaining("550 No such mailbox") as string,
      });
  });
});
