/** Returns the form in which serial numbers are compared: capitals, without spaces around them. */
export function serialNumberKey(serialNumber: string): string {
  return serialNumber.trim().toUpperCase();
}

/** Returns a serial number as it is stored: without characters that nobody sees, joiners too. */
export function plainSerialNumber(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, "").trim();
}
