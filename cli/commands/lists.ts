import { Argument, Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { optionAdded, optionDeleted, optionsMerged, optionUpdated } from "#domain/common/messages";
import {
  MAX_VALUES_COUNTED,
  PICK_LIST_KINDS,
  PICK_LISTS,
  type PickListKind,
} from "#domain/samples/pickLists";
import { functionFor, readerClient, type Admin } from "../admin";
import { administer } from "../administration";
import { readConfig } from "../config";
import { examples } from "../options";
import { note, printJson, printTable } from "../output";

const terminal = internal.lookups;
const labelOf = (kind: PickListKind) => PICK_LISTS[kind].label;
const kindArgument = () => new Argument("<list>", "which list").choices(PICK_LIST_KINDS);

const show = new Command("show")
  .description("Shows the entries of a list, or with how many samples each")
  .addArgument(kindArgument())
  .option("--uses", "count the samples that use each entry, exactly up to 100")
  .option("--json", "print one JSON object per entry")
  .addHelpText("after", examples("sms lists show brandModel --uses", "sms lists show slotsModel"))
  .action(async (kind: PickListKind, options: { uses?: true; json?: true }) => {
    const reader = await readerClient(await readConfig());
    const reference = functionFor(reader.by, api.lookups.list, terminal.listFromTerminal);
    const entries = await reader.client.query(reference, { kind });
    const values = entries.map(({ value }) => value);
    const rows = options.uses ? await usesOf(reader, kind, values) : values.map(withoutUses);
    if (options.json) return rows.forEach(printJson);
    printTable(rows, [
      { title: labelOf(kind), value: ({ value }) => value },
      ...(options.uses ? [{ title: "Samples", value: countText }] : []),
    ]);
  });

type Row = { value: string; count?: number; isMore?: boolean };

const withoutUses = (value: string): Row => ({ value });

function countText({ count, isMore }: Row): string {
  return `${count ?? 0}${isMore ? " or more" : ""}`;
}

async function usesOf({ client, by }: Admin, kind: PickListKind, values: string[]): Promise<Row[]> {
  const reference = functionFor(by, api.lookups.uses, terminal.usesFromTerminal);
  const rows: Row[] = [];
  for (let first = 0; first < values.length; first += MAX_VALUES_COUNTED) {
    const some = values.slice(first, first + MAX_VALUES_COUNTED);
    rows.push(...(await client.query(reference, { kind, values: some })));
  }
  return rows;
}

const add = new Command("add")
  .description("Adds a value to a list, for all forms")
  .addArgument(kindArgument())
  .argument("<value>", "the new entry")
  .addHelpText("after", examples('sms lists add customersModel "Vodafone Portugal"'))
  .action(async (kind: PickListKind, value: string) => {
    await administer(api.lookups.add, terminal.addFromTerminal, { kind, value });
    note(optionAdded(labelOf(kind)));
  });

const rename = new Command("rename")
  .description("Gives an entry another value; the samples that use it follow")
  .addArgument(kindArgument())
  .argument("<entry>", "its present value")
  .argument("<value>", "the new value")
  .addHelpText("after", examples("sms lists rename brandModel Samsng Samsung"))
  .action(async (kind: PickListKind, selected: string, value: string) => {
    const args = { kind, selected, value };
    await administer(api.lookups.update, terminal.updateFromTerminal, args);
    note(optionUpdated(labelOf(kind)));
  });

const remove = new Command("remove")
  .description("Removes an entry; samples keep their value")
  .addArgument(kindArgument())
  .argument("<entry>", "its value")
  .addHelpText("after", examples("sms lists remove osModel Bada"))
  .action(async (kind: PickListKind, selected: string) => {
    await administer(api.lookups.remove, terminal.removeFromTerminal, { kind, selected });
    note(optionDeleted(labelOf(kind)));
  });

const merge = new Command("merge")
  .description("Merges two entries: the first is removed, and its samples get the second")
  .addArgument(kindArgument())
  .argument("<entry>", "the entry that goes")
  .argument("<into>", "the entry that stays")
  .addHelpText("after", examples('sms lists merge customersModel "Vodafone PT" Vodafone'))
  .action(async (kind: PickListKind, selected: string, into: string) => {
    const args = { kind, selected, into };
    await administer(api.lookups.merge, terminal.mergeFromTerminal, args);
    note(optionsMerged(selected, into));
  });

export const lists = new Command("lists")
  .description("Shows and maintains the ten pick lists")
  .addHelpText("after", examples("sms lists show brandModel"))
  .addCommand(show)
  .addCommand(add)
  .addCommand(rename)
  .addCommand(remove)
  .addCommand(merge);
