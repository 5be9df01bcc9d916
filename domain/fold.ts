/** Nearly all texts are plain ASCII, and taking marks off costs ten times what small letters do. */
const ASCII = /^[\0-\x7f]*$/;

/** Letters that Unicode does not take apart, as people type them who lack the key. */
const UNMARKED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ı: "i",
  þ: "th",
};

/** Without regard to case and accents: "São", "SAO" and "sao" are one, and so are "Łódź" and "lodz". */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => UNMARKED[letter] ?? letter);
}

/** `"Søren  d'Ávila"` gives `soren`, `d`, `avila`. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
