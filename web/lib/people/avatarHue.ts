/** Hues in degrees that people tell apart at 20 px. */
export const AVATAR_HUES = [205, 150, 25, 270, 335, 85, 235, 50, 180, 300] as const;

/** The hue of a person's avatar: the same everywhere, in every session. */
export function avatarHue(email: string): number {
  let hash = 0;
  for (const letter of email) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return AVATAR_HUES[hash % AVATAR_HUES.length] ?? AVATAR_HUES[0];
}
