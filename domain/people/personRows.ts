import { unescapeFormula } from "../files/cells";
import { normaliseEmail, parseEmail } from "../common/email";
import { refusalOf, type Refusal } from "../common/errors";
import { readSettings, SETTING_LABELS, type Settings } from "./settings";
import { THRESHOLDS } from "../custody/thresholds";
import { ROLES, type Role } from "../custody/workflow";

/** Reads spreadsheet rows as people: an address, and the settings that an admin gives its owner. */

/** Rows in one transaction: a new person is an invitation, its mail and a record of it. */
export const MAX_PERSON_ROWS = 100;

/** The columns that an import of people reads. Names and addresses are stated by the people. */
export const PERSON_FIELDS = ["email", "role", "supervisor", "disabled", ...THRESHOLDS] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

/** Labels of the columns in refusals, and headings that an import knows. */
export const PERSON_LABELS: Readonly<Record<PersonField, string>> = {
  email: "E-mail",
  ...SETTING_LABELS,
};

const KNOWN: ReadonlySet<string> = new Set(PERSON_FIELDS);
export function isPersonField(name: string): name is PersonField {
  return KNOWN.has(name);
}

/** The answer to a row whose person has an account or an open invitation with other settings. */
export const PERSON_POLICIES = ["skip", "update"] as const;
export type PersonPolicy = (typeof PERSON_POLICIES)[number];

export type ParsedPerson = {
  /** Null when the row names no address of the company. */
  readonly email: string | null;
  /** The settings that the row states; an empty cell states none. */
  readonly settings: Settings;
  /** Everything that the row itself shows to be wrong. */
  readonly problems: readonly Refusal[];
};

/**
 * Checks one row by itself. The server decides what depends on other people: whether the supervisor
 * may supervise, and whether the person has an account.
 *
 * @param texts the row's cells by field; a missing one is an empty cell
 */
export function parsePersonRow(
  texts: Readonly<Record<string, string>>,
  companyDomain: string,
): ParsedPerson {
  const unknown = Object.keys(texts)
    .filter((name) => !isPersonField(name))
    .map((name) => refusalOf("PERSON_FIELD_UNKNOWN", { name: name.slice(0, 60) }));
  const { email: emailText, role: roleText, ...others } = filledCells(texts);
  const email = parseAddress(emailText, companyDomain);
  const role = roleText === undefined ? undefined : parseRole(roleText);
  const { settings, refusals } = readSettings(others);
  const problems = [...unknown, ...refusals];
  if (typeof role === "object") problems.unshift(role);
  if (typeof email === "object") problems.unshift(email);
  return {
    email: typeof email === "string" ? email : null,
    settings: typeof role === "string" ? { role, ...settings } : settings,
    problems,
  };
}

function filledCells(texts: Readonly<Record<string, string>>) {
  const cells: { [Field in PersonField]?: string } = {};
  for (const field of PERSON_FIELDS) {
    const text = unescapeFormula(texts[field] ?? "").trim();
    if (text !== "") cells[field] = text;
  }
  return cells;
}

function parseAddress(text: string | undefined, companyDomain: string): string | Refusal {
  const label = PERSON_LABELS.email;
  if (text === undefined) return refusalOf("FIELD_MISSING", { label }, "email");
  if (parseEmail(text) === null) return refusalOf("INPUT_INVALID", { field: label }, "email");
  return normaliseEmail(text, companyDomain) ?? refusalOf("EMAIL_NOT_COMPANY", {}, "email");
}

/** Reads a role, in capitals or not. */
function parseRole(text: string): Role | Refusal {
  const name = text.toLowerCase();
  const role = ROLES.find((each) => each === name);
  const values = { label: PERSON_LABELS.role, value: text.slice(0, 60), choices: ROLES.join(", ") };
  return role ?? refusalOf("NOT_A_CHOICE", values, "role");
}
