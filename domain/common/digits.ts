const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Writes the decimal digits of any script, full-width ones too, as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => String(digitValue(digit)));
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
