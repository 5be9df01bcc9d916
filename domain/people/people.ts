/** Most people whose names one query gives: more than the rows of a screen mention. */
export const MAX_NAMES = 200;

/**
 * Makes a name of an address, for as long as the person's own is not known: `Ana Lima` of
 * `ana.lima@company.com`.
 */
export function nameFromEmail(email: string): string {
  const [mailbox = ""] = email.split("@");
  const words = mailbox.split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
