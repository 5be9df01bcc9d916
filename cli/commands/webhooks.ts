import { Command, Option } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import {
  DIGEST_EVENT,
  RECEIVER_EVENTS,
  RECEIVER_FORMATS,
  usualEventsFor,
  type ReceiverEvent,
  type ReceiverFormat,
} from "#domain/api/webhooks";
import { HISTORY_ACTIONS } from "#domain/custody/workflow";
import { adminClient, functionFor } from "../admin";
import { administer } from "../administration";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { onlyOne } from "../onlyOne";
import { examples, wholeNumber } from "../options";
import { dateText, note, print, printJson, printTable } from "../output";
import { allRows, firstRows } from "../pages";

type Webhook = FunctionReturnType<typeof api.webhooks.list>[number];

const WEBHOOK = ["<webhook>", "its address, or its id where two have it"] as const;

const list = new Command("list")
  .description("Shows the receivers of steps, newest first")
  .option("--json", "print one JSON object per webhook")
  .addHelpText("after", examples("sms webhooks list", "sms webhooks list --json"))
  .action(async (options: { json?: true }) => {
    const webhooks = await readAll();
    if (options.json) return webhooks.forEach(printJson);
    if (webhooks.length === 0) return note("There is no webhook.");
    printTable(webhooks, [
      { title: "Address", value: ({ url }) => url },
      { title: "State", value: stateOf },
      { title: "Steps", rank: 1, value: ({ events }) => stepsOf(events) },
      { title: "Id", rank: 2, value: ({ _id }) => _id },
      { title: "Format", rank: 3, value: ({ format = "json" }) => format },
    ]);
  });

type AddOptions = { step?: ReceiverEvent[]; format: ReceiverFormat };

const add = new Command("add")
  .description("Adds a receiver, and prints the secret that signs its deliveries, once")
  .argument("<url>", "https://…")
  .addOption(
    new Option("--step <step...>", "only these; default: all steps, for a chat its digest").choices(
      RECEIVER_EVENTS,
    ),
  )
  .addOption(
    new Option("--format <format>", "what it takes; slack and teams: an incoming webhook")
      .choices(RECEIVER_FORMATS)
      .default("json"),
  )
  .addHelpText(
    "after",
    examples(
      "sms webhooks add https://hooks.example.com/sms",
      "(umask 077; sms webhooks add https://hooks.example.com/sms > secret.txt)  # for you only",
      'sms webhooks add https://hooks.example.com/sms --step Transfer "Transfer Acknowledge"',
      "sms webhooks add https://hooks.slack.com/services/… --format slack --step Digest Transfer",
    ),
  )
  .action(async (url: string, { step, format }: AddOptions) => {
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(by, api.webhooks.add, internal.webhooks.addFromTerminal);
    const events = step ?? [...usualEventsFor(format)];
    const secret = await client.action(reference, { url, events, format });
    if (format !== "json") return note(`Added. Try it: sms webhooks test ${url}`);
    print(secret);
    note("Added. The secret above is not shown again.");
  });

type EditOptions = { url?: string; step?: ReceiverEvent[] };

const edit = new Command("edit")
  .description("Changes a receiver's address or its steps; its secret stays")
  .argument(...WEBHOOK)
  .option("--url <url>", "its new address")
  .addOption(new Option("--step <step...>", "only these").choices(RECEIVER_EVENTS))
  .addHelpText(
    "after",
    examples(
      "sms webhooks edit https://hooks.example.com/sms --url https://hooks.example.com/v2",
      "sms webhooks edit https://hooks.example.com/sms --step Transfer Return",
    ),
  )
  .action(async (text: string, options: EditOptions) => {
    if (options.url === undefined && options.step === undefined) {
      throw new CliError("Say what changes: --url, --step, or both.", EXIT.usage);
    }
    const { _id: webhookId, ...before } = find(await readAll(), text);
    const { url = before.url, step: events = before.events } = options;
    await administer(api.webhooks.update, internal.webhooks.updateFromTerminal, {
      webhookId,
      url,
      events,
    });
    note(`${url}: changed`);
  });

const test = new Command("test")
  .description("Sends a request that tells of no sample, to try a receiver")
  .argument(...WEBHOOK)
  .addHelpText("after", examples("sms webhooks test https://hooks.example.com/sms"))
  .action(async (text: string) => {
    const { _id: webhookId, url } = find(await readAll(), text);
    await administer(api.webhooks.sendTest, internal.webhooks.sendTestFromTerminal, { webhookId });
    note(`Queued. "sms webhooks log ${url}" shows how it went.`);
  });

const remove = new Command("remove")
  .description("Removes a receiver, with its log")
  .argument(...WEBHOOK)
  .addHelpText("after", examples("sms webhooks remove https://hooks.example.com/sms"))
  .action(async (text: string) => {
    const { _id: webhookId, url } = find(await readAll(), text);
    await administer(api.webhooks.remove, internal.webhooks.removeFromTerminal, { webhookId });
    note(`${url}: removed`);
  });

const stop = activation(
  "stop",
  "Stops a receiver: queued deliveries wait, and no new ones are queued",
);
const resume = activation("resume", "Goes on with the deliveries to a receiver");

type LogOptions = { status?: "queued" | "sent" | "failed"; limit: number; json?: true };

const log = new Command("log")
  .description("Shows the deliveries to a receiver, newest first")
  .argument(...WEBHOOK)
  .addOption(
    new Option("--status <status>", "only these").choices(["queued", "sent", "failed"] as const),
  )
  .option("--limit <n>", "at most so many", wholeNumber(1, 10_000), 50)
  .option("--json", "print one JSON object per delivery")
  .addHelpText(
    "after",
    examples(
      "sms webhooks log https://hooks.example.com/sms",
      "sms webhooks log https://hooks.example.com/sms --status failed --json",
    ),
  )
  .action(async (text: string, { status, limit, json }: LogOptions) => {
    const { _id: webhookId } = find(await readAll(), text);
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(
      by,
      api.webhooks.deliveries,
      internal.webhooks.deliveriesFromTerminal,
    );
    const args = { webhookId, ...(status && { status }) };
    const deliveries = await firstRows(
      allRows((paginationOpts) => client.query(reference, { ...args, paginationOpts })),
      limit,
    );
    if (json) return deliveries.forEach(printJson);
    if (deliveries.length === 0) return note("Nothing was sent there.");
    printTable(deliveries, [
      { title: "Date", value: ({ _creationTime }) => dateText(_creationTime) },
      { title: "Step", value: ({ event }) => event },
      { title: "Sample", value: ({ serialNumber }) => serialNumber },
      { title: "State", value: ({ status }) => status },
      { title: "Attempts", rank: 2, value: ({ attempts }) => String(attempts) },
      {
        title: "Answer",
        rank: 1,
        value: ({ lastError, responseStatus, status }) =>
          (status === "sent" ? undefined : lastError) ??
          (responseStatus === undefined ? "" : `HTTP ${responseStatus}`),
      },
      { title: "Id", rank: 2, value: ({ _id }) => _id },
    ]);
  });

const replay = new Command("replay")
  .description("Sends deliveries again, each under its id")
  .argument("<ids...>", 'their ids, from "sms webhooks log"')
  .addHelpText("after", examples("sms webhooks replay kh7…"))
  .action(async (ids: string[]) => {
    for (const deliveryId of ids) {
      await administer(api.webhooks.replay, internal.webhooks.replayFromTerminal, { deliveryId });
    }
    note(ids.length === 1 ? "Queued again." : `${ids.length} queued again.`);
  });

export const webhooks = new Command("webhooks")
  .description("Sends each step to other systems: receivers and their logs")
  .addHelpText("after", examples("sms webhooks list"))
  .addCommand(list)
  .addCommand(add)
  .addCommand(edit)
  .addCommand(test)
  .addCommand(stop)
  .addCommand(resume)
  .addCommand(remove)
  .addCommand(log)
  .addCommand(replay);

/** Creates the command that stops or resumes deliveries to a receiver. */
function activation(name: "stop" | "resume", description: string): Command {
  const isActive = name === "resume";
  return new Command(name)
    .description(description)
    .argument(...WEBHOOK)
    .addHelpText("after", examples(`sms webhooks ${name} https://hooks.example.com/sms`))
    .action(async (text: string) => {
      const { _id: webhookId, url } = find(await readAll(), text);
      const args = { webhookId, isActive };
      await administer(api.webhooks.setActive, internal.webhooks.setActiveFromTerminal, args);
      note(`${url}: ${isActive ? "resumed" : "stopped"}`);
    });
}

async function readAll(): Promise<Webhook[]> {
  const { client, by } = await adminClient(await readConfig());
  const reference = functionFor(by, api.webhooks.list, internal.webhooks.listFromTerminal);
  return await client.query(reference, {});
}

/** @throws CliError unless exactly one webhook has the address */
function find(webhooks: readonly Webhook[], text: string): Webhook {
  const found = webhooks.filter(({ _id, url }) => _id === text || url === text);
  return onlyOne(
    found,
    `No webhook has the address "${text}".`,
    (count) => `${count} webhooks have it: give an id.`,
  );
}

function stateOf({ isActive, failingSince }: Webhook): string {
  if (!isActive) return "stopped";
  return failingSince === undefined ? "active" : `takes nothing since ${dateText(failingSince)}`;
}

function stepsOf(events: Webhook["events"]): string {
  const steps = events.filter((event) => event !== DIGEST_EVENT);
  if (steps.length < HISTORY_ACTIONS.length) return events.join(", ");
  return steps.length === events.length ? "all" : `all, ${DIGEST_EVENT}`;
}
