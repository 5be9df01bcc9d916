const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Full-width forms of printable ASCII. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;

/** Writes full-width characters, and the decimal digits of any script, as ASCII. */
export function asciiForms(text: string): string {
  return text
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(OTHER_DIGIT, (digit) => String(digitValue(digit)));
}

/**
 * Value of a decimal digit in any script. Unicode assigns each script's ten digits consecutively.
 */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return value;
}
