import { Argument, Command } from "commander";
import { api } from "../../convex/_generated/api";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { describeDetails } from "#domain/custody/requestDetails";
import { oneLine } from "#domain/common/plainText";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { findSample } from "../findSample";
import { examples } from "../options";
import { dateText, print, printJson, printTable } from "../output";
import { allRows, takeRows } from "../pages";

/** Maximum number of history records shown for a sample. */
const MAX_RECORDS = 100;

export const show = new Command("show")
  .description("Shows a sample and its history, newest first")
  .addArgument(new Argument("<sample>", "its serial number, an IMEI, or its id"))
  .option("--json", "print one JSON object, with the records under history")
  .addHelpText(
    "after",
    examples("sms samples show HQ7001001A", "sms samples show HQ7001001A --json"),
  )
  .action(async (text: string, options: { json?: true }) => {
    const client = signedInClient(await readConfig());
    const sample = await findSample(client, text);
    const sampleId = sample._id;
    const history = await takeRows(
      allRows((paginationOpts) =>
        client.query(api.history.forSample, { sampleId, paginationOpts }),
      ),
      MAX_RECORDS,
    );
    if (options.json) return printJson({ ...sample, history });
    for (const { label, isDate, value } of EXPORT_COLUMNS.samples) {
      const cell = value(sample);
      if (cell === undefined || cell === "") continue;
      print(`${label}: ${isDate ? dateText(Number(cell)) : oneLine(String(cell))}`);
    }
    print("");
    printTable(history, [
      { title: "Date", value: ({ actiondate }) => dateText(actiondate) },
      { title: "Action", value: ({ action }) => action },
      {
        title: "By",
        value: ({ email, onBehalfOf }) =>
          onBehalfOf === undefined ? email : `${email} for ${onBehalfOf}`,
      },
      { title: "Asked", rank: 1, value: ({ recipient }) => recipient ?? "" },
      { title: "Holder", rank: 1, value: ({ samplmanag }) => samplmanag },
      { title: "Reason", rank: 1, value: ({ reason }) => reason ?? "" },
      {
        title: "Said",
        rank: 2,
        value: ({ requestDetails }) =>
          describeDetails(requestDetails)
            .map(({ label, text }) => `${label}: ${oneLine(text)}`)
            .join("; "),
      },
    ]);
  });
