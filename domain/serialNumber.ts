/** By which serial numbers are compared: small letters and spaces around one make no difference. */
export function serialNumberKey(serialNumber: string): string {
  return serialNumber.trim().toUpperCase();
}
