import { Command } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { deviceName } from "#domain/samples/deviceName";
import {
  countExpected,
  ITEM_STATE_NAMES,
  ITEM_STATES,
  STOCK_TAKE_LABELS,
} from "#domain/stockTakes/stockTake";
import { signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { onlyOne } from "../onlyOne";
import { examples } from "../options";
import { dateText, note, printJson, printTable } from "../output";
import { allRows } from "../pages";

type StockTake = FunctionReturnType<typeof api.stockTakes.list>["page"][number];

const list = new Command("list")
  .description("Shows the stock-takes that you take part in, those under way first")
  .option("--json", "print one JSON object per stock-take")
  .addHelpText("after", examples("sms stocktakes list", "sms stocktakes list --json"))
  .action(async (options: { json?: true }) => {
    const stockTakes = await readAll(signedInClient(await readConfig()));
    if (options.json) return stockTakes.forEach(printJson);
    if (stockTakes.length === 0) return note("You take part in no stock-take.");
    printTable(stockTakes, [
      { title: "Name", value: ({ name }) => name },
      { title: "State", value: ({ state }) => STOCK_TAKE_LABELS[state] },
      { title: "Found", value: ({ counts }) => `${counts.found} of ${countExpected(counts)}` },
      { title: "Do not belong", value: ({ counts }) => String(counts.unexpected + counts.unknown) },
      { title: "Opened", rank: 1, value: ({ openedAt }) => dateText(openedAt) },
      { title: "Opened by", rank: 2, value: ({ openedBy }) => openedBy },
      { title: "Id", rank: 3, value: ({ _id }) => _id },
    ]);
  });

const show = new Command("show")
  .description("Shows the lines of a stock-take, what is wrong first")
  .argument("<name>", "its name, or its id where several have it")
  .option("--json", "print one JSON object per line")
  .addHelpText(
    "after",
    examples('sms stocktakes show "Shelf 3"', 'sms stocktakes show "Shelf 3" --json'),
  )
  .action(async (text: string, options: { json?: true }) => {
    const client = signedInClient(await readConfig());
    const { _id: stockTakeId } = find(await readAll(client), text);
    const items = [];
    for (const state of ITEM_STATE_NAMES) {
      const rows = allRows((paginationOpts) =>
        client.query(api.stockTakes.items, { stockTakeId, state, paginationOpts }),
      );
      for await (const item of rows) items.push(item);
    }
    if (options.json) return items.forEach(printJson);
    printTable(items, [
      { title: "Result", value: ({ state }) => ITEM_STATES[state].label },
      { title: "Serial Number", value: ({ number }) => number },
      {
        title: "Device",
        rank: 1,
        value: ({ brand = "", model = "" }) => deviceName({ brand, model }),
      },
      { title: "On record with", value: ({ holder = "" }) => holder },
      { title: "Status", rank: 2, value: ({ status = "" }) => status },
      { title: "Scanned by", rank: 2, value: ({ scannedBy = "" }) => scannedBy },
    ]);
  });

export const stockTakes = new Command("stocktakes")
  .description("Shows stock-takes and their lines; the web app opens and scans them")
  .addHelpText("after", examples("sms stocktakes list"))
  .addCommand(list)
  .addCommand(show);

async function readAll(client: Client): Promise<StockTake[]> {
  const stockTakes: StockTake[] = [];
  for (const isOpen of [true, false]) {
    const rows = allRows((paginationOpts) =>
      client.query(api.stockTakes.list, { isOpen, paginationOpts }),
    );
    for await (const stockTake of rows) stockTakes.push(stockTake);
  }
  return stockTakes;
}

/** @throws CliError unless exactly one stock-take has the name */
function find(stockTakes: readonly StockTake[], text: string): StockTake {
  const found = stockTakes.filter(({ _id, name }) => _id === text || name === text);
  return onlyOne(
    found,
    `No stock-take of yours is named "${text}".`,
    (count) => `${count} stock-takes are named "${text}": give the id of one.`,
  );
}
