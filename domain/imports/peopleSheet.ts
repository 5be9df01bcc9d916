/** Converts a spreadsheet's cells to people for an import. */
import { unescapeFormula } from "../files/cells";
import { parseEmail } from "../common/email";
import { refusalOf } from "../common/errors";
import { assignFields, headingKey } from "./importHeadings";
import type { ImportRow, RowResult } from "./importResults";
import { importRow, unreadableRow } from "./importSheet";
import { PERSON_FIELDS, PERSON_LABELS, type PersonField } from "../people/personRows";
import type { Sheet } from "./spreadsheet/sheet";

/** Other headings for a field that occur in staff lists. */
const ALIASES: Readonly<Record<string, PersonField>> = {
  mail: "email",
  emailaddress: "email",
  useremail: "email",
  userrole: "role",
  supervisoremail: "supervisor",
  reportsto: "supervisor",
  daysofalostrequest: "trOSRequestDays", // the label until version 1.6.5
};

/** Later entries override earlier ones: a stored name wins over a label, a label over an alias. */
const FIELD_OF_HEADING: ReadonlyMap<string, PersonField> = new Map([
  ...Object.entries(ALIASES),
  ...PERSON_FIELDS.map((field) => [headingKey(PERSON_LABELS[field]), field] as const),
  ...PERSON_FIELDS.map((field) => [headingKey(field), field] as const),
]);

export function fieldOfPersonHeading(heading: string): PersonField | null {
  return FIELD_OF_HEADING.get(headingKey(heading)) ?? null;
}

/** Columns without which a row identifies no person. */
const REQUIRED_FIELDS = ["email"] as const satisfies PersonField[];

/** Matches `Password`, `temp_passwd`, `User pwd`, `passwordHash`; not `passPort`. */
const PASSWORD = /passw(or)?d|passphrase|pwd|^pass$/;

/** A person's own choices: the field of a heading, or null to ignore its column. */
export type ChosenPersonFields = ReadonlyMap<string, PersonField | null>;

/**
 * Maps headings to fields; a person's choices come first. If two columns have one field, the first
 * counts.
 *
 * @returns `missing`: required fields without a column; `passwords`: headings of password columns,
 *   with which a file is refused
 */
export function readPeopleColumns(headings: readonly string[], chosen?: ChosenPersonFields) {
  const assigned = assignFields(headings, fieldOfPersonHeading, chosen);
  return {
    ...assigned,
    missing: REQUIRED_FIELDS.filter((field) => !assigned.fields.includes(field)),
    passwords: headings.filter((heading) => PASSWORD.test(headingKey(heading))),
  };
}

/**
 * Returns the rows as sent, and the refused ones: a row repeats the address of an earlier row, and
 * nothing shows which of them is right.
 */
export function peopleToImport(
  sheet: Pick<Sheet, "rows">,
  fields: readonly (PersonField | null)[],
): { readonly rows: ImportRow[]; readonly refused: RowResult[] } {
  const rows: ImportRow[] = [];
  const refused: RowResult[] = [];
  const rowOf = new Map<string, number>(); // by e-mail
  for (const sheetRow of sheet.rows) {
    const broken = unreadableRow(sheetRow, fields, PERSON_LABELS);
    if (broken !== null) {
      refused.push(broken);
      continue;
    }
    const row = importRow(sheetRow, fields, undefined);
    const value = row.fields["email"] ?? "";
    const email = parseEmail(unescapeFormula(value));
    const earlierRow = email === null ? undefined : rowOf.get(email);
    if (earlierRow !== undefined) {
      refused.push(repeatedPerson(row.row, value, earlierRow));
      continue;
    }
    if (email !== null) rowOf.set(email, row.row);
    rows.push(row);
  }
  return { rows, refused };
}

function repeatedPerson(row: number, value: string, earlierRow: number): RowResult {
  const { code, message: reason } = refusalOf("PERSON_REPEATED");
  const problem = { code, reason, field: "email", value, earlierRow };
  return { row, outcome: "refused", problems: [problem] };
}
