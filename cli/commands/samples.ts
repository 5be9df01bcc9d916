import { Command, Option } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { LIST_COLUMNS, type SampleField } from "#domain/samples/fields";
import {
  HAND_OVER_LISTS,
  LIST_NAMES,
  compareInList,
  SCOPES,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import { STATUSES, type Status } from "#domain/custody/statuses";
import { show } from "./sampleShow";
import { sampleSteps } from "./sampleSteps";
import { requireViewer, signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { examples, wholeNumber } from "../options";
import { dateText, print, printJson, printTable, type TableColumn } from "../output";
import { allRows, firstRows, mergeSorted } from "../pages";

type Sample = FunctionReturnType<typeof api.samples.list>["page"][number];
type Options = {
  list?: ListName;
  scope?: Scope;
  status?: Status;
  limit: number;
  json?: true;
};

const list = new Command("list")
  .description("Lists samples as the web app's lists do")
  .addOption(
    new Option(
      "--list <list>",
      "which screen (default: transfer, else one that has the status)",
    ).choices(LIST_NAMES),
  )
  .addOption(
    new Option("--scope <scope>", "whose samples (default: all that your role shows)").choices(
      SCOPES,
    ),
  )
  .addOption(new Option("--status <status>", "only this status").choices(STATUSES))
  .option("--limit <n>", "at most so many", wholeNumber(1, 100_000), 50)
  .option("--json", "print one JSON object per sample")
  .addHelpText(
    "after",
    examples(
      "sms samples list --scope addressed  # what waits for you",
      'sms samples list --status "In Transit" --json',
      "sms samples list --list lost --limit 1000 > lost.tsv",
    ),
  )
  .action(async (options: Options) => {
    const client = signedInClient(await readConfig());
    const listName = options.list ?? listWith(options.status);
    const scopes = options.scope ? [options.scope] : await scopesOf(client, listName);
    const rows = samplesIn(client, listName, scopes, options.status);
    const samples = await firstRows(rows, options.limit);
    if (options.json) return samples.forEach(printJson);
    if (samples.length === 0 && process.stdout.isTTY) return print("No samples.");
    printTable(samples, columnsOf(listName));
  });

export const samples = new Command("samples")
  .description("Lists samples, shows one, and hands it over")
  .addHelpText("after", examples("sms samples list", "sms samples receive HQ7001001A"))
  .addCommand(list)
  .addCommand(show);
for (const step of sampleSteps) samples.addCommand(step);

/** Returns the list that contains samples with a status: a hand-over list, else the report. */
function listWith(status: Status | undefined): ListName {
  const has = (list: ListName) => status === undefined || statusesIn(list, "all").includes(status);
  return HAND_OVER_LISTS.find(has) ?? "report";
}

async function scopesOf(client: Client, listName: ListName): Promise<Scope[]> {
  const { role } = await requireViewer(client);
  return scopesToShow(role, listName);
}

function samplesIn(client: Client, list: ListName, scopes: readonly Scope[], only?: Status) {
  const ranges = scopes.flatMap((scope) =>
    statusesIn(list, scope)
      .filter((status) => only === undefined || status === only)
      .map((status) =>
        allRows<Sample>((paginationOpts) =>
          client.query(api.samples.list, { list, scope, status, paginationOpts }),
        ),
      ),
  );
  const compare = compareInList(list);
  return mergeSorted(
    ranges,
    (a, b) => compare(a, b) < 0,
    ({ _id }) => _id,
  );
}

/** Column ranks for narrow terminals; other columns have rank 4. */
const RANKS: Partial<Record<SampleField, number>> = {
  serialNumber: 0,
  status: 0,
  samplmanag: 1,
  model: 1,
  inTransitTo: 2,
  inReturnTo: 2,
  inOSapprby: 2,
  brand: 2,
  imei1: 3,
  customers: 3,
};

function columnsOf(listName: ListName): TableColumn<Sample>[] {
  return LIST_COLUMNS[listName].map(({ field, label, kind }) => ({
    title: label,
    rank: RANKS[field] ?? 4,
    value: (sample) => {
      const value = sample[field];
      return kind === "date" && typeof value === "number" ? dateText(value) : String(value ?? "");
    },
  }));
}
