/** Hues, in degrees, that people can distinguish at 20 px. */
export const AVATAR_HUES = [205, 150, 25, 270, 335, 85, 235, 50, 180, 300] as const;

/** The hue of a person's avatar: derived from the e-mail, so it is always the same. */
export function avatarHue(email: string): number {
  let hash = 0;
  for (const letter of email) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return AVATAR_HUES[hash % AVATAR_HUES.length] ?? AVATAR_HUES[0];
}
