import { Command, Option } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { adminClient, asTerminal } from "../admin";
import { readConfig } from "../config";
import { dateText, examples, wholeNumber } from "../options";
import { note, oneLine, print, printJson } from "../output";
import { allRows, takeRows } from "../pages";

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
    const reference = by === "person" ? api.mail.list : asTerminal(internal.mail.listFromTerminal);
    const filter = status ? { status } : {};
    const messages = await takeRows(
      allRows((paginationOpts) => client.query(reference, { ...filter, paginationOpts })),
      limit,
    );
    if (json) return messages.forEach(printJson);
    if (messages.length === 0) return note("The outbox is empty.");
    messages.forEach((message, index) => {
      if (index > 0) print("");
      print(`${dateText(message._creationTime)}  ${message.status}  to ${oneLine(message.to)}`);
      print(`  ${oneLine(message.message.subject)}`);
      for (const line of message.message.text.split("\n")) print(`  ${oneLine(line)}`);
      if (message.lastError) print(`  Last error: ${oneLine(message.lastError)}`);
    });
  });

export const mail = new Command("mail")
  .description("Shows mail")
  .addHelpText("after", examples("sms mail list"))
  .addCommand(list);
