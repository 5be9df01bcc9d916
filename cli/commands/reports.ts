import { Command, Option } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { parseReportFilters } from "#domain/reports/reportFilters";
import { viewState } from "#domain/samples/savedViews";
import { FREQUENCIES, FREQUENCY_LABELS, type Frequency } from "#domain/reports/scheduledReports";
import { signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { filterOption, readFilters, serverQuery } from "../export/conditions";
import { onlyOne } from "../onlyOne";
import { examples } from "../options";
import { dateText, note, printJson, printTable } from "../output";

type Schedule = FunctionReturnType<typeof api.reports.list>[number];

const NAME = ["<name>", "the report's name, or its id where two have it"] as const;

const list = new Command("list")
  .description("Shows the reports that come to you by mail")
  .option("--json", "print one JSON object per report")
  .addHelpText("after", examples("sms reports list", "sms reports list --json"))
  .action(async (options: { json?: true }) => {
    const client = signedInClient(await readConfig());
    const schedules = await client.query(api.reports.list, {});
    if (options.json) return schedules.forEach(printJson);
    if (schedules.length === 0) return note("There is no scheduled report.");
    printTable(schedules, [
      { title: "Name", value: ({ name }) => name },
      { title: "How often", value: ({ frequency }) => FREQUENCY_LABELS[frequency] },
      { title: "Next", value: nextText },
      {
        title: "Last sent",
        rank: 1,
        value: ({ lastSentAt }) => (lastSentAt === undefined ? "" : dateText(lastSentAt)),
      },
      { title: "Id", rank: 2, value: ({ _id }) => _id },
    ]);
  });

function nextText({ dueAt, failedAt }: Schedule): string {
  if (dueAt !== undefined) return dateText(dueAt);
  return failedAt === undefined ? "paused" : "failed, paused";
}

type AddOptions = { frequency: Frequency; filter: readonly string[] };

const add = new Command("add")
  .description("Schedules a report: the samples that you may see, as CSV by mail at 06:00 UTC")
  .argument("<name>", "the report's name, for you alone")
  .addOption(
    new Option("--frequency <frequency>", "how often it comes")
      .choices(FREQUENCIES)
      .default("weekly"),
  )
  .addOption(filterOption())
  .addHelpText(
    "after",
    examples(
      'sms reports add "All samples"',
      'sms reports add "Lisbon, monthly" --frequency monthly --filter city=Lisbon',
      'sms reports add Phones --filter "brand=Apple|Samsung" --filter "registereddate>=2026-01-01"',
    ),
  )
  .action(async (name: string, { frequency, filter: texts }: AddOptions) => {
    const { conditions, filter } = readFilters(() => parseReportFilters(texts));
    const client = signedInClient(await readConfig());
    await client.mutation(api.reports.create, {
      name,
      frequency,
      scope: "everything",
      state: viewState({ filter }),
      query: serverQuery(conditions),
    });
    const often = FREQUENCY_LABELS[frequency];
    note(`${name}: scheduled, ${often.charAt(0).toLowerCase()}${often.slice(1)}`);
  });

const pause = command("pause", "Stops the mails of a report until it is resumed", (client, one) =>
  client.mutation(api.reports.setPaused, { scheduleId: one._id, isPaused: true }),
);
const resume = command("resume", "Goes on with the mails of a paused report", (client, one) =>
  client.mutation(api.reports.setPaused, { scheduleId: one._id, isPaused: false }),
);
const remove = command("delete", "Deletes a scheduled report", (client, one) =>
  client.mutation(api.reports.remove, { scheduleId: one._id }),
);

export const reports = new Command("reports")
  .description("Shows, schedules, pauses and deletes the reports that come to you by mail")
  .addHelpText("after", examples("sms reports list"))
  .addCommand(list)
  .addCommand(add)
  .addCommand(pause)
  .addCommand(resume)
  .addCommand(remove);

/** Creates the command `name`, which acts on one report. */
function command(
  name: string,
  description: string,
  run: (client: Client, schedule: Schedule) => Promise<null>,
): Command {
  return new Command(name)
    .description(description)
    .argument(...NAME)
    .addHelpText("after", examples(`sms reports ${name} "Lisbon, weekly"`))
    .action(async (text: string) => {
      const client = signedInClient(await readConfig());
      const schedule = find(await client.query(api.reports.list, {}), text);
      await run(client, schedule);
      note(`${schedule.name}: ${name === "delete" ? "deleted" : `${name}d`}`);
    });
}

/** @throws CliError unless exactly one report has the name */
function find(schedules: readonly Schedule[], text: string): Schedule {
  const found = schedules.filter(({ _id, name }) => _id === text || name === text);
  return onlyOne(
    found,
    `No scheduled report is named "${text}".`,
    (count) => `${count} reports are named "${text}": give the id of one.`,
  );
}
