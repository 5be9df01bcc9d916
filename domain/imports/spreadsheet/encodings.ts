import { keysOf } from "../../common/objects";

/**
 * The encodings of text files that an import reads, each with the name that people know. Those of
 * `HIGH_HALVES` are guessed; the others are read if the person chooses them.
 *
 * The guessed ones have their own tables here: `new TextDecoder("windows-1252")` of Node 20.18.3
 * and later decodes Latin-1, so that `Š` becomes a control character.
 */
export const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16, little-endian",
  "utf-16be": "UTF-16, big-endian",
  "windows-1252": "Windows-1252",
  "windows-1251": "Windows-1251",
  macroman: "MacRoman",
  "windows-1250": "Windows-1250, Central European",
  "windows-1253": "Windows-1253, Greek",
  "windows-1254": "Windows-1254, Turkish",
  "koi8-r": "KOI8-R, Russian",
  gb18030: "GB 18030 or GBK, Chinese",
  big5: "Big5, Chinese",
  shift_jis: "Shift JIS, Japanese",
  "euc-kr": "EUC-KR, Korean",
} as const;
export type Encoding = keyof typeof ENCODINGS;
export const ENCODING_NAMES = keysOf(ENCODINGS);

/** Bytes 80 to FF of each encoding (WHATWG, macOS Roman). A hole is a control character. */
const HIGH_HALVES = {
  "windows-1252":
    "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ" +
    String.fromCharCode(...Array.from({ length: 96 }, (_, index) => 0xa0 + index)),
  "windows-1251":
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ" +
    "\u00A0ЎўЈ¤Ґ¦§Ё©Є«¬\u00AD®Ї°±Ііґµ¶·ё№є»јЅѕї" +
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ" +
    "абвгдежзийклмнопрстуфхцчшщъыьэюя",
  macroman:
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü" +
    "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø" +
    "¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ" +
    "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uF8FFÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
} as const;
type SingleByte = keyof typeof HIGH_HALVES;
const SINGLE_BYTE = keysOf(HIGH_HALVES);

/** Decodes bytes. @throws TypeError for bytes that are not text in the encoding */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  return isSingleByte(encoding)
    ? decodeSingleByte(bytes, encoding)
    : new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

function isSingleByte(encoding: Encoding): encoding is SingleByte {
  return encoding in HIGH_HALVES;
}

/** Bytes that are decoded in one call: a call takes a limited number of arguments. */
const CHUNK_BYTES = 8_192;

function decodeSingleByte(bytes: Uint8Array, encoding: SingleByte): string {
  const high = HIGH_HALVES[encoding];
  const codes = Uint16Array.from(bytes, (byte) =>
    byte < 128 ? byte : high.charCodeAt(byte - 128),
  );
  let text = "";
  for (let at = 0; at < codes.length; at += CHUNK_BYTES) {
    text += String.fromCharCode(...codes.subarray(at, at + CHUNK_BYTES));
  }
  return text;
}

/** Bytes that indicate the encoding of a file. */
const GUESS_BYTES = 1_000_000;

/**
 * Guesses the single-byte encoding of a text by its most plausible reading; Windows-1252, which is
 * by far the most frequent, where others are no better.
 */
export function guessSingleByte(bytes: Uint8Array): SingleByte {
  const sample = bytes.subarray(0, GUESS_BYTES);
  const scored = SINGLE_BYTE.map((encoding) => ({
    encoding,
    score: plausibility(decodeSingleByte(sample, encoding)),
  }));
  scored.sort((one, other) => other.score - one.score);
  return scored[0]?.encoding ?? "windows-1252";
}

/** Punctuation that occurs between words in any language. */
const TYPOGRAPHIC = /[–—‘’“”„‚…€£¥§©®™°·«»¿¡±²³¹ªºµ½¼¾÷×№•\u00A0]/;
const LETTER = /\p{L}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;

/**
 * Scores how much the characters beyond ASCII look like words: letters among letters of their own
 * script do, a symbol within a word, a capital behind a small letter and a control character do
 * not.
 */
function plausibility(text: string): number {
  let score = 0;
  for (const { index, 0: character } of text.matchAll(/[^\0-\x7F]/g)) {
    score += scoreOf(character, text[index - 1] ?? " ", text[index + 1] ?? " ");
  }
  return score;
}

function scoreOf(character: string, before: string, after: string): number {
  const letters = [before, after].filter((neighbour) => LETTER.test(neighbour));
  if (/\p{Cc}/u.test(character)) return -6;
  if (!LETTER.test(character)) {
    if (TYPOGRAPHIC.test(character)) return letters.length < 2 || /[’‘·]/.test(character) ? 0 : -3;
    return letters.length === 2 ? -3 : -1.5;
  }
  if (letters.length === 0) return -1;
  const isCyrillic = CYRILLIC.test(character);
  let score = 0;
  for (const letter of letters) score += CYRILLIC.test(letter) === isCyrillic ? 0.5 : -3;
  if (LOWER.test(before) && UPPER.test(character)) score -= 2;
  if (LOWER.test(character) && UPPER.test(after)) score -= 2;
  // Accents seldom follow each other, unless the whole word is foreign.
  if (!isCyrillic && before > "\x7F" && LETTER.test(before) && before !== character) score -= 1.5;
  return score;
}
