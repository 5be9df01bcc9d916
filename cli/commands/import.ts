import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { DATE_ORDERS, type DateOrder } from "#domain/common/dateTexts";
import { rowsLeft } from "#domain/imports/importBatches";
import { isImportField, IMPORT_FIELDS } from "#domain/imports/importHeadings";
import {
  BATCH_ROWS,
  IMEI_POLICIES,
  MAX_BATCH_ROWS,
  NAMED_POLICIES,
  SERIAL_POLICIES,
  type ImportPolicy,
} from "#domain/imports/importRows";
import { isPersonField, PERSON_FIELDS, PERSON_POLICIES } from "#domain/people/personRows";
import { repeatedRows } from "#domain/imports/repeatedRows";
import { omitUndefined } from "#domain/common/objects";
import { ENCODING_NAMES, type Encoding } from "#domain/imports/spreadsheet/encodings";
import { HIDDEN_ROWS } from "#domain/imports/spreadsheet/limits";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { importRows } from "../import/send";
import { readRows } from "../import/columns";
import { runImport } from "../import/run";
import { beginImport, policyOf } from "../import/session";
import { examples, wholeNumber } from "../options";
import { note } from "../output";
import { readSheet } from "../import/readSheet";
import { importPeople } from "../import/people";
import { checkErrorsFile } from "../import/refusedRows";

type Options = {
  users?: true;
  onDuplicate?: keyof typeof NAMED_POLICIES;
  onDuplicateSerial?: ImportPolicy["serialNumber"];
  onDuplicateImei?: ImportPolicy["imei"];
  errors?: string;
  sheet?: string;
  encoding?: Encoding;
  hidden?: (typeof HIDDEN_ROWS)[number];
  resume?: true;
  /** Field of each mapped column, as typed; null for a column to ignore. */
  map: ReadonlyMap<string, string | null>;
  dateOrder?: DateOrder;
  dryRun?: true;
  json?: true;
  batch: number;
};

export const importCommand = new Command("import")
  .description("Registers the samples of a spreadsheet; safe to run again after anything")
  .addArgument(new Argument("<file>", ".xlsx, .xls or .csv with headings"))
  .addOption(
    new Option(
      "--users",
      "the file lists people: invites them, with role, supervisor and limits; for admins",
    ).conflicts(["onDuplicateSerial", "onDuplicateImei", "resume", "dateOrder"]),
  )
  .addOption(
    new Option(
      "--on-duplicate <how>",
      "a serial number or an IMEI that a sample has already, a person who is there already" +
        " (default: reject; with --users skip, or update)",
    ).choices(Object.keys(NAMED_POLICIES)),
  )
  .addOption(
    new Option(
      "--on-duplicate-serial <how>",
      "only a serial number that a sample has already",
    ).choices(SERIAL_POLICIES),
  )
  .addOption(
    new Option("--on-duplicate-imei <how>", "only an IMEI that a sample has already").choices(
      IMEI_POLICIES,
    ),
  )
  .option("--sheet <name>", "the sheet of a workbook to read")
  .addOption(
    new Option(
      "--hidden <how>",
      "rows that the spreadsheet program does not show (default: skip)",
    ).choices(HIDDEN_ROWS),
  )
  .addOption(
    new Option("--encoding <name>", "of a text file, where it is not found").choices(
      ENCODING_NAMES,
    ),
  )
  .addOption(
    new Option("--resume", "go on with an interrupted import of this file").conflicts("dryRun"),
  )
  .addOption(
    new Option("--map <heading=field>", "the field of a column; repeatable; no field: leave it out")
      .argParser(mapping)
      .default(new Map(), "by the headings"),
  )
  .addOption(
    new Option("--date-order <order>", "of 03/02/2024, where the column does not tell").choices(
      DATE_ORDERS,
    ),
  )
  .option("--errors <file>", "write the refused rows there, with reasons, to correct and import")
  .option("--dry-run", "check every row and write nothing")
  .option("--batch <n>", "rows per transaction", wholeNumber(1, MAX_BATCH_ROWS), BATCH_ROWS)
  .option("--json", "print one JSON object per row, and a summary as the last one")
  .addHelpText(
    "after",
    examples(
      "sms import new-devices.xlsx --dry-run  # says what would be refused",
      "sms import new-devices.xlsx",
      "sms import new-devices.xlsx --resume  # after an interruption",
      'sms import lab.csv --map "Asset no=serialNumber" --date-order dmy',
      "sms import new-devices.xlsx --errors refused.csv  # correct refused.csv, then import it",
      "sms import changes.csv --on-duplicate update --dry-run  # what would change",
      "sms import new-devices.csv --on-duplicate flag --json > result.jsonl",
      "sms import --users staff.xlsx --dry-run  # who would be invited",
    ),
  )
  .action(async (file: string, options: Options) => {
    if (options.errors !== undefined) {
      checkErrorsFile(options.errors, file, options.resume === true);
    }
    if (options.users) {
      const fields = chosenFields(options.map, isPersonField, PERSON_FIELDS);
      return await importPeople(file, { ...options, fields, onDuplicate: personPolicyOf(options) });
    }
    await importSamples(file, options);
  });

async function importSamples(file: string, options: Options): Promise<void> {
  const fields = chosenFields(options.map, isImportField, IMPORT_FIELDS);
  const client = signedInClient(await readConfig());
  const sheet = await readSheet(file, { ...options, mapped: [...fields.keys()] });
  const { rows, refused, notes } = readRows(sheet, { fields, dateOrder: options.dateOrder });
  notes.forEach(note);

  const dryRun = options.dryRun === true;
  const typed = typedPolicy(options);
  const described = {
    file,
    sheet,
    typed,
    rows: rows.length + refused.length,
    unreadable: refused.length,
  };
  const session = dryRun
    ? { done: [], refusedBefore: 0, duplicates: policyOf(typed) }
    : await beginImport(client, described, options.resume === true);
  const rowsToSend = rowsLeft(rows, session.done);
  const completeAnswer = repeatedRows(rows, session.duplicates, dryRun);
  await runImport(
    {
      sheet,
      refused,
      toSend: rowsToSend.length,
      doneBefore: rows.length - rowsToSend.length,
      refusedBefore: session.refusedBefore,
      send: ({ onResults, signal }) =>
        importRows(client, {
          rows: rowsToSend,
          done: session.done,
          batchSize: dryRun ? MAX_BATCH_ROWS : options.batch,
          into:
            "importId" in session ? { importId: session.importId } : { dryRun: session.duplicates },
          onResults: (results) => onResults(results.map(completeAnswer)),
          signal,
        }),
      words: { done: "imported", toDo: "to import" },
      remedy:
        options.errors === undefined
          ? "Run the same command with --resume to go on."
          : "Run the same command with --resume, and another file for --errors, to go on.",
    },
    options,
  );
}

/** Applies `--on-duplicate` to both kinds of duplicate, unless a more specific option is given. */
function typedPolicy(options: Options): Partial<ImportPolicy> {
  const { onDuplicate, onDuplicateSerial, onDuplicateImei } = options;
  const both = onDuplicate === undefined ? undefined : NAMED_POLICIES[onDuplicate];
  return omitUndefined({
    serialNumber: onDuplicateSerial ?? both?.serialNumber,
    imei: onDuplicateImei ?? both?.imei,
  });
}

/** @throws CliError for a policy that only samples have */
function personPolicyOf({ onDuplicate = "skip" }: Options) {
  const policy = PERSON_POLICIES.find((each) => each === onDuplicate);
  if (policy !== undefined) return policy;
  const choices = PERSON_POLICIES.join(" or ");
  throw new CliError(`--on-duplicate ${onDuplicate}: for people write ${choices}.`, EXIT.usage);
}

/** Parses `Heading=field`, and `Heading=` for a column to ignore. */
function mapping(text: string, previous: Options["map"]): Options["map"] {
  const at = text.lastIndexOf("=");
  const [heading, field] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1) throw new InvalidArgumentError("Write Heading=field.");
  return new Map([...previous, [heading, field === "" ? null : field]]);
}

/** @throws CliError unless each mapped field is one that the import reads */
function chosenFields<Field extends string>(
  map: Options["map"],
  isField: (name: string) => name is Field,
  fields: readonly Field[],
): Map<string, Field | null> {
  const chosen = new Map<string, Field | null>();
  for (const [heading, field] of map) {
    if (field !== null && !isField(field)) {
      throw new CliError(
        `--map "${heading}=${field}": write Heading=field, with one of the fields: ${fields.join(", ")}.`,
        EXIT.usage,
      );
    }
    chosen.set(heading, field);
  }
  return chosen;
}
