/** Minimum length of a password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
/** Maximum length of a password, in characters; bounds the time to hash it. */
export const MAX_PASSWORD_LENGTH = 255;

/** Every password must contain a character of each of these four kinds. */
const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/, /[@$!%*#?&]/];

/** True if it contains a lowercase letter, an uppercase letter, a digit and a special character. */
export function hasAllKinds(password: string): boolean {
  return KINDS.every((kind) => kind.test(password));
}

export function isStrongPassword(password: string): boolean {
  const { length } = password;
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH && hasAllKinds(password);
}
