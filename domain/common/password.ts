/** Shortest password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
/** Longest password, in characters: a longer one would only cost the server time to hash. */
export const MAX_PASSWORD_LENGTH = 255;

/** Each password holds at least one character of each of these four kinds. */
const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/, /[@$!%*#?&]/];

/** True if it holds a lowercase and an uppercase letter, a digit and a special character. */
export function hasAllKinds(password: string): boolean {
  return KINDS.every((kind) => kind.test(password));
}

export function isStrongPassword(password: string): boolean {
  const { length } = password;
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH && hasAllKinds(password);
}
