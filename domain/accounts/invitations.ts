import { normaliseEmail, parseEmail } from "../common/email";

/**
 * Maximum number of addresses per call: a department, and as many mails as a mail service accepts
 * in a burst.
 */
export const MAX_INVITED = 200;

/** Lifetime of an invitation's link, in days. */
export const INVITATION_DAYS = 7;

/**
 * Outcomes of inviting one address of a list. `person`: the address has an account already;
 * `again`: an open invitation got a new link, and the former one is void.
 */
export const INVITATION_OUTCOMES = [
  "invited",
  "again",
  "person",
  "wrongDomain",
  "noAddress",
] as const;
export type InvitationOutcome = (typeof INVITATION_OUTCOMES)[number];

/** Outcomes in the words of a result list. */
export const INVITATION_OUTCOME_TEXTS: Readonly<Record<InvitationOutcome, string>> = {
  invited: "Invited",
  again: "Invited again; the earlier link no longer works",
  person: "Already has an account",
  wrongDomain: "Not a company address",
  noAddress: "Not an e-mail address",
};

/**
 * Returns the distinct addresses in a typed or pasted text, in order. Line breaks, blanks, commas
 * and semicolons separate them; `Ana Lima <ana@company.com>` gives the address.
 */
export function splitAddresses(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const bracketed = parts.filter((part) => part.startsWith("<"));
  // A list from a mail program also has names: then only bracketed parts and bare addresses count.
  const named = bracketed.length > 0 ? parts.filter((part) => /[<@]/.test(part)) : parts;
  const addresses = named.map((part) => part.replace(/^<|>$/g, ""));
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}

/**
 * Returns the stored spelling of an address that may be invited, or the reason why it may not be.
 */
export function invitable(
  text: string,
  companyDomain: string,
): { email: string } | { outcome: "wrongDomain" | "noAddress" } {
  if (parseEmail(text) === null) return { outcome: "noAddress" };
  const email = normaliseEmail(text, companyDomain);
  return email === null ? { outcome: "wrongDomain" } : { email };
}
