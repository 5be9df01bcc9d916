/**
 * Maximum number of people whose names one query returns: more than the rows of a screen mention.
 */
export const MAX_NAMES = 200;

/**
 * Derives a name from an e-mail, for use until the person's own name is known: `Ana Lima` from
 * `ana.lima@company.com`.
 */
export function nameFromEmail(email: string): string {
  const [mailbox = ""] = email.split("@");
  const words = mailbox.split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
