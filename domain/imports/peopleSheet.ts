import { unescapeFormula } from "../files/cells";
import { parseEmail } from "../common/email";
import { refusalOf } from "../common/errors";
import { assignFields, headingKey } from "./importHeadings";
import type { ImportRow, RowResult } from "./importResults";
import { importRow, unreadableRow } from "./importSheet";
import { PERSON_FIELDS, PERSON_LABELS, type PersonField } from "../people/personRows";
import type { Sheet } from "./spreadsheet/sheet";

/** Makes rows of people to import of a spreadsheet's cells. */

/** Other headings that lists of staff have for a field. */
const ALIASES: Readonly<Record<string, PersonField>> = {
  mail: "email",
  emailaddress: "email",
  useremail: "email",
  userrole: "role",
  supervisoremail: "supervisor",
  reportsto: "supervisor",
};

/** Later entries go before earlier ones: a stored name before a label, a label before an alias. */
const FIELD_OF_HEADING: ReadonlyMap<string, PersonField> = new Map([
  ...Object.entries(ALIASES),
  ...PERSON_FIELDS.map((field) => [headingKey(PERSON_LABELS[field]), field] as const),
  ...PERSON_FIELDS.map((field) => [headingKey(field), field] as const),
]);

export function fieldOfPersonHeading(heading: string): PersonField | null {
  return FIELD_OF_HEADING.get(headingKey(heading)) ?? null;
}

/** The columns without which a row names nobody. */
const REQUIRED_FIELDS = ["email"] as const satisfies PersonField[];

/** `Password`, `temp_passwd`, `User pwd`, `passwordHash`; not `passPort`. */
const PASSWORD = /passw(or)?d|passphrase|pwd|^pass$/;

/** A person's own choices: the field of a heading, or null to leave its column out. */
export type ChosenPersonFields = ReadonlyMap<string, PersonField | null>;

/**
 * Maps headings to fields, chosen ones first. Of two columns with one field the first counts.
 *
 * @returns `missing`: fields without a column that every row needs; `passwords`: headings of
 *   columns with passwords, with which a file is not imported
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
 * Returns the rows in the form in which they are sent, and those that cannot be: a row whose
 * address an earlier one has is refused, because nothing tells which of them is meant.
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
