import { api } from "../../convex/_generated/api";
import { passwordsNotImported } from "#domain/common/messages";
import {
  peopleToImport,
  readPeopleColumns,
  type ChosenPersonFields,
} from "#domain/imports/peopleSheet";
import { MAX_PERSON_ROWS, PERSON_LABELS, type PersonPolicy } from "#domain/people/personRows";
import type { Encoding } from "#domain/imports/spreadsheet/encodings";
import type { HIDDEN_ROWS } from "#domain/imports/spreadsheet/limits";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { note } from "../output";
import { ignoredColumnsNote, otherSheets, refuseUnknownHeadings } from "./columns";
import { readSheet } from "./readSheet";
import { runImport } from "./run";
import { sendRows } from "./send";

type Options = {
  readonly fields: ChosenPersonFields;
  readonly onDuplicate: PersonPolicy;
  /** Rows per transaction; the server accepts up to 100. */
  readonly batch: number;
  readonly sheet?: string;
  readonly encoding?: Encoding;
  readonly hidden?: (typeof HIDDEN_ROWS)[number];
  readonly errors?: string;
  readonly dryRun?: true;
  readonly json?: true;
};

/** Invites the people in a spreadsheet, and changes the settings of existing ones. */
export async function importPeople(file: string, options: Options): Promise<void> {
  const { fields, onDuplicate, batch, sheet: sheetName, encoding, hidden, ...reported } = options;
  const client = signedInClient(await readConfig());
  const mapped = [...fields.keys()];
  const sheet = await readSheet(file, {
    sheet: sheetName,
    encoding,
    hidden,
    mapped,
    table: "people",
  });
  refuseUnknownHeadings(sheet, fields);
  const { rows, refused } = readPeople(sheet, fields);

  const dryRun = reported.dryRun === true;
  const batchSize = Math.min(batch, MAX_PERSON_ROWS);
  await runImport(
    {
      sheet,
      refused,
      toSend: rows.length,
      doneBefore: 0,
      refusedBefore: 0,
      send: (handlers) =>
        sendRows({ rows, batchSize, ...handlers }, async ({ rows: sent }) => {
          const args = { rows: [...sent], onDuplicate, dryRun };
          return await client.action(api.peopleImports.importBatch, args);
        }),
      words: { done: "invited", toDo: "to invite" },
      remedy: "Run the same command again to continue: no one is invited twice.",
    },
    reported,
  );
}

/** @throws CliError if no column has e-mails, or one has passwords */
function readPeople(sheet: Sheet, chosen: ChosenPersonFields) {
  const { fields, ignored, missing, passwords } = readPeopleColumns(sheet.headings, chosen);
  const [password] = passwords;
  if (password !== undefined) throw new CliError(passwordsNotImported(password), EXIT.usage);
  if (missing.length > 0) {
    const found = sheet.headings.filter((heading) => heading !== "").join(", ");
    throw new CliError(
      `No row has the headings of people: there is none for email ("${PERSON_LABELS.email}"). ` +
        `Found: ${found}. To name its column, add --map "HEADING=email".` +
        otherSheets(sheet),
      EXIT.usage,
    );
  }
  if (ignored.length > 0) note(ignoredColumnsNote(ignored));
  return peopleToImport(sheet, fields);
}
