/**
 * IMEI = 14 digits (type allocation code and serial) + Luhn check digit. Source: 3GPP TS 23.003.
 */
export const IMEI_LENGTH = 15;

/** Length of the type allocation code, which is allocated to a device model. */
export const TAC_LENGTH = 8;

const IMEI = /^[0-9]{15}$/;

export function isImei(text: string): boolean {
  return IMEI.test(text);
}

/**
 * True if the last digit is the Luhn check digit of the others. False for anything but 15 digits.
 */
export function isLuhnValid(imei: string): boolean {
  if (!isImei(imei)) return false;
  let sum = 0;
  for (let index = 0; index < IMEI_LENGTH; index++) {
    const digit = imei.charCodeAt(index) - 48;
    // The Luhn algorithm doubles every second digit from the right; the length is odd, so the same
    // digits count from the left.
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** Returns the check digit that makes 14 digits a valid IMEI. */
export function luhnDigit(first14: string): string {
  for (let digit = 0; digit < 10; digit++) {
    if (isLuhnValid(`${first14}${digit}`)) return String(digit);
  }
  throw new Error(`Not 14 digits: ${first14}`);
}

/**
 * Groups an IMEI as `35 693803 564380 9`: type allocation code in two groups, serial, check digit.
 * Returns any other text unchanged.
 */
export function groupImei(imei: string): string {
  return isImei(imei) ? groupImeiDigits(imei) : imei;
}

/** Groups the digits of an incomplete IMEI: `35 693803 56`. Returns any other text unchanged. */
export function groupImeiDigits(digits: string): string {
  if (!/^\d*$/.test(digits)) return digits;
  const groups = [digits.slice(0, 2), digits.slice(2, 8), digits.slice(8, 14), digits.slice(14)];
  return groups.filter((group) => group !== "").join(" ");
}
