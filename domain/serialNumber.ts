/** Returns the form in which serial numbers are compared: capitals, without spaces around them. */
export function serialNumberKey(serialNumber: string): string {
  return serialNumber.trim().toUpperCase();
}
