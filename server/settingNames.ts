import { SIGN_IN_VARIABLES } from "#domain/accounts/signInSettings";

/** Variables of the command line and of the launchers, which may share the server's environment. */
const OTHER_VARIABLES = ["SMS_URL", "SMS_TOKEN", "SMS_ADMIN_KEY", "SMS_RELEASE", "SMS_BACKUP_FILE"];

/** Names of all settings of a start that begin with SMS_; docs/operations.md lists them. */
export const SETTING_NAMES: readonly string[] = [
  "SMS_DATA_DIR",
  "SMS_DEMO_PASSWORD",
  "SMS_BASE_URL",
  "SMS_BACKUP_DIR",
  "SMS_BACKUP_COMMAND",
  "SMS_ALLOWED_HOSTS",
  "SMS_BEHIND_PROXY",
  "SMS_LOG",
  "SMS_RUNTIME",
  "SMS_COMPANY_DOMAIN",
  "SMS_COMPANY_NAME",
  "SMS_COMPANY_URL",
  "SMS_DEFAULT_SUPERVISOR",
  "SMS_ERASE_AFTER_DAYS",
  "SMS_WEBHOOK_NETWORKS",
  "SMS_SMTP_URL",
  "SMS_MAIL_FROM",
  ...SIGN_IN_VARIABLES,
];

/** Edits within which a name counts as a misspelled setting. */
const MAX_EDITS = 2;

/**
 * Finds a variable whose name differs from a setting's by one or two letters, and returns it with
 * that setting; null when there is none. Other SMS_ names may belong to other programs.
 */
export function misspelledSetting(
  names: readonly string[],
): { readonly name: string; readonly meant: string } | null {
  const known = [...SETTING_NAMES, ...OTHER_VARIABLES];
  for (const name of names) {
    if (!name.startsWith("SMS_") || known.includes(name)) continue;
    const meant = SETTING_NAMES.find((setting) => editsBetween(name, setting) <= MAX_EDITS);
    if (meant !== undefined) return { name, meant };
  }
  return null;
}

/** Number of letters to insert, delete or replace (Levenshtein distance). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j]! + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
