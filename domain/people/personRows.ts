/** Parses spreadsheet rows of a people import: an e-mail and the settings that an admin assigns. */
import { unescapeFormula } from "../files/cells";
import { normaliseEmail, parseEmail } from "../common/email";
import { refusalOf, type Refusal } from "../common/errors";
import { readSettings, SETTING_LABELS, type Settings } from "./settings";
import { THRESHOLDS } from "../custody/thresholds";
import { ROLES, type Role } from "../custody/workflow";

/** Rows per transaction: a new person is an invitation, its mail and an audit record. */
export const MAX_PERSON_ROWS = 100;

/**
 * The columns of a people import. Names and addresses are omitted; people enter them at sign-up.
 */
export const PERSON_FIELDS = ["email", "role", "supervisor", "disabled", ...THRESHOLDS] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

/** Labels of the columns in refusals; also recognised as headings. */
export const PERSON_LABELS: Readonly<Record<PersonField, string>> = {
  email: "E-mail",
  ...SETTING_LABELS,
};

const KNOWN: ReadonlySet<string> = new Set(PERSON_FIELDS);
export function isPersonField(name: string): name is PersonField {
  return KNOWN.has(name);
}

/**
 * What to do with a row whose person already has an account or an open invitation with other
 * settings.
 */
export const PERSON_POLICIES = ["skip", "update"] as const;
export type PersonPolicy = (typeof PERSON_POLICIES)[number];

export type ParsedPerson = {
  /** Null if the row has no valid company e-mail. */
  readonly email: string | null;
  /** The settings in the row; empty cells are omitted. */
  readonly settings: Settings;
  /** All problems that the row alone shows. */
  readonly problems: readonly Refusal[];
};

/**
 * Validates one row by itself. The server checks what depends on other people: whether the
 * supervisor may supervise, and whether the person has an account.
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

/** Parses a role, ignoring case. */
function parseRole(text: string): Role | Refusal {
  const name = text.toLowerCase();
  const role = ROLES.find((each) => each === name);
  const values = { label: PERSON_LABELS.role, value: text.slice(0, 60), choices: ROLES.join(", ") };
  return role ?? refusalOf("NOT_A_CHOICE", values, "role");
}
