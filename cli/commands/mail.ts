import { setTimeout as wait } from "node:timers/promises";
import { Command, Option } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import { oneLine } from "#domain/common/plainText";
import { adminClient, functionFor } from "../admin";
import { administer, noMail } from "../administration";
import { readConfig } from "../config";
import { CliError } from "../errors";
import { examples, wholeNumber } from "../options";
import { dateText, note, print, printJson, printTable } from "../output";
import { allRows, firstRows } from "../pages";

type Mail = FunctionReturnType<typeof api.mail.list>["page"][number];

const STATUSES = ["queued", "sent", "failed"] as const;

type Options = { status?: (typeof STATUSES)[number]; limit: number; json?: true };

const list = new Command("list")
  .description("Shows the mail outbox, newest first: where mail waits when no mail service is set")
  .addOption(new Option("--status <status>", "only these").choices(STATUSES))
  .option("--limit <n>", "at most so many", wholeNumber(1, 10_000), 20)
  .option("--json", "print one JSON object per message")
  .addHelpText(
    "after",
    examples(
      "sms mail list --limit 1  # the newest: a code that was just asked for",
      "sms mail list --status failed --json",
    ),
  )
  .action(async ({ status, limit, json }: Options) => {
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(by, api.mail.list, internal.mail.listFromTerminal);
    const filter = status ? { status } : {};
    const messages = await firstRows(
      allRows((paginationOpts) => client.query(reference, { ...filter, paginationOpts })),
      limit,
    );
    if (json) return messages.forEach(printJson);
    if (messages.length === 0) return note("The outbox is empty.");
    if (process.stdout.isTTY) return printMails(messages);
    printTable(messages, [
      { title: "Date", value: ({ _creationTime }) => dateText(_creationTime) },
      { title: "Status", value: ({ status }) => status },
      { title: "Attempts", value: ({ attempts }) => String(attempts) },
      { title: "To", value: ({ to }) => to },
      { title: "Subject", value: ({ message }) => message.subject },
      { title: "Last error", value: ({ lastError }) => lastError ?? "" },
      { title: "Id", value: ({ _id }) => _id },
      { title: "Text", value: ({ message }) => message.text },
    ]);
  });

const preview = new Command("preview")
  .description("Prints a mail as its reader gets it: its text, or its HTML")
  .argument("<id>", 'its id, from "sms mail list"')
  .option("--html", "the HTML, for a file that a browser opens")
  .addHelpText("after", examples("sms mail preview kh7… --html > mail.html"))
  .action(async (mailId: string, options: { html?: true }) => {
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(by, api.mail.get, internal.mail.getFromTerminal);
    const found = await client.query(reference, { mailId });
    if (found === null) throw new CliError(noMail(mailId));
    const { text, html } = found.message;
    if (options.html) return print(html);
    for (const line of text.split("\n")) print(oneLine(line));
  });

const retry = new Command("retry")
  .description("Sends a mail that failed again")
  .argument("<id>", 'its id, from "sms mail list --status failed"')
  .addHelpText("after", examples("sms mail retry kh7…"))
  .action(async (mailId: string) => {
    await administer(api.mail.retry, internal.mail.retryFromTerminal, { mailId });
    note("Queued again.");
  });

/** Interval at which a test mail's status is polled. */
const POLL_MS = 250;

const test = new Command("test")
  .description("Sends a test mail, and says what the mail service answered")
  .argument("<email>", "an address of the company")
  .addHelpText("after", examples("sms mail test you@example.com"))
  .action(async (to: string) => {
    const mailId = await administer(api.mail.sendTest, internal.mail.sendTestFromTerminal, { to });
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(by, api.mail.get, internal.mail.getFromTerminal);
    for (;;) {
      const found = await client.query(reference, { mailId });
      if (found === null) throw new CliError(noMail(mailId));
      if (found.status === "sent")
        return note(`The mail service accepted the e-mail to ${found.to}.`);
      if (found.lastError !== undefined) {
        throw new CliError(`The mail to ${found.to} was not sent: ${oneLine(found.lastError)}`);
      }
      await wait(POLL_MS);
    }
  });

export const mail = new Command("mail")
  .description("Shows mail, tries the mail service, and sends again what failed")
  .addHelpText("after", examples("sms mail list"))
  .addCommand(list)
  .addCommand(preview)
  .addCommand(retry)
  .addCommand(test);

/** Prints mails to a terminal: one line with the status of each, and its text below. */
function printMails(mails: readonly Mail[]): void {
  for (const [index, { message, ...mail }] of mails.entries()) {
    if (index > 0) print("");
    const { attempts } = mail;
    const tried =
      attempts === 0 ? "" : ` after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}`;
    print(
      `${dateText(mail._creationTime)}  ${mail.status}${tried}  to ${oneLine(mail.to)}  ${mail._id}`,
    );
    print(`  ${oneLine(message.subject)}`);
    for (const line of message.text.split("\n")) print(`  ${oneLine(line)}`);
    if (mail.lastError) print(`  Last error: ${oneLine(mail.lastError)}`);
  }
}
