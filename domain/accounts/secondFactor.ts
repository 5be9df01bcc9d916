/**
 * The second factor of password accounts: codes of an authenticator app (TOTP, RFC 6238), and
 * recovery codes for a lost phone (docs/product.md, "Second factor").
 */
import type { Role } from "../custody/workflow";

/** Digits of a code, and seconds for which an app shows it. Apps assume these values and SHA-1. */
export const CODE_DIGITS = 6;
export const PERIOD_SECONDS = 30;

/** Base32 (RFC 4648): 32 characters of five bits are the 160 bits that RFC 4226 recommends. */
const SECRET_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
export const SECRET_LENGTH = 32;
export const SECRET = /^[A-Z2-7]{32}$/;

/** Makes the app's secret from SECRET_LENGTH random bytes. */
export function secretOf(random: Uint8Array): string {
  return charactersOf(random, SECRET_ALPHABET);
}

/** The address in the QR code, from which an app takes the account's name and its secret. */
export function enrolmentUri(account: {
  readonly companyName: string;
  readonly email: string;
  readonly secret: string;
}): string {
  const issuer = encodeURIComponent(`SMS ${account.companyName}`.trim());
  const label = `${issuer}:${encodeURIComponent(account.email)}`;
  return `otpauth://totp/${label}?secret=${account.secret}&issuer=${issuer}`;
}

/** Recovery codes per person; each signs in once. */
export const RECOVERY_CODES = 10;
/** A person who has no more than this many left is asked to make new ones. */
export const FEW_RECOVERY_CODES = 3;

/** Crockford's base32, without letters that look like digits: 60 bits in 12 characters. */
const RECOVERY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const RECOVERY_LENGTH = 12;

/** Makes a recovery code from RECOVERY_LENGTH random bytes. */
export function recoveryCodeOf(random: Uint8Array): string {
  return charactersOf(random, RECOVERY_ALPHABET);
}

/** One character per byte; 256 is a multiple of both alphabets' 32, so none is more likely. */
function charactersOf(random: Uint8Array, alphabet: string): string {
  return [...random].map((byte) => alphabet[byte % alphabet.length]).join("");
}

/** Groups of four characters, for people who copy by hand. */
export const inGroups = (text: string, separator = " ") =>
  (text.match(/.{1,4}/g) ?? []).join(separator);

export type EnteredCode =
  | { readonly kind: "app"; readonly code: string }
  | { readonly kind: "recovery"; readonly code: string };

/**
 * Reads a code as typed or pasted: six digits of the app, or a recovery code. Ignores case, spaces
 * and dashes, and reads O as zero, I and L as one. Null for any other text.
 */
export function readCode(typed: string): EnteredCode | null {
  const text = typed.normalize("NFKC").toUpperCase().replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(text)) return { kind: "app", code: text };
  const code = text.replace(/O/g, "0").replace(/[IL]/g, "1");
  const isRecovery = code.length === RECOVERY_LENGTH && /^[0-9A-HJKMNP-TV-Z]+$/.test(code);
  return isRecovery ? { kind: "recovery", code } : null;
}

/** Changes of a person's second factor that mail and News report. */
export const SECOND_FACTOR_EVENTS = [
  "turnedOn",
  "turnedOff",
  "reset",
  // Told to the admin who did it
  "resetForOther",
  "codesReplaced",
  "codeUsed",
  "fewCodes",
  "wrongCodes",
] as const;
export type SecondFactorEvent = (typeof SECOND_FACTOR_EVENTS)[number];

/** Sentences of the News; "resetForOther" follows the person's name. */
export const SECOND_FACTOR_NEWS: Readonly<Record<SecondFactorEvent, string>> = {
  turnedOn: "Your second factor is on.",
  turnedOff: "Your second factor is off.",
  reset: "An admin reset your second factor.",
  resetForOther: "no longer has a second factor: you reset it.",
  codesReplaced: "You have new recovery codes; earlier ones no longer work.",
  codeUsed: "You signed in with a recovery code.",
  fewCodes: "Few of your recovery codes are left. Make new ones in your profile.",
  wrongCodes: "Your password was entered correctly, followed several times by a wrong code.",
};

/** State of a person's second factor as admins see it. */
export type SecondFactorState = "On" | "Required" | "Off";

/** @param required the roles that must have a second factor */
export function secondFactorState(
  person: { readonly role: Role; readonly secondFactorSince?: number | undefined },
  required: readonly Role[],
): SecondFactorState {
  if (person.secondFactorSince !== undefined) return "On";
  return required.includes(person.role) ? "Required" : "Off";
}
