/**
 * Devices without an IMEI: Wi-Fi tablets, watches, routers. The person who registers one states it
 * (`noImei`), and a sample with neither IMEI then stores none. For all others the IMEI is required
 * (docs/product.md, "Devices without an IMEI").
 */
import type { SampleInput, TextField } from "./fields";

/** Types of devices that always have a cellular modem, and therefore an IMEI. */
const CELLULAR = /^(mobile|modem)$/i;

/** True for a device type that exists without an IMEI; false while no type is stated. */
export function mayLackImei(hwtype: string): boolean {
  return hwtype.trim() !== "" && !CELLULAR.test(hwtype.trim());
}

/** True for a device that is stated to have no IMEI, and has none. */
export function isWithoutImei({
  noImei,
  imei1,
  imei2,
}: Pick<SampleInput, "noImei" | "imei1" | "imei2">): boolean {
  return noImei === true && imei1 === "" && imei2 === "";
}

/** Fields that no form requires of a device without an IMEI, because it takes no SIM card. */
export const CELLULAR_FIELDS: ReadonlySet<string> = new Set<TextField>([
  "imei1",
  "imei2",
  "slots",
  "simCard",
  "tNetworks",
]);

/** Marks a missing IMEI 1 in a spreadsheet. */
export const NO_IMEI = "No IMEI";

/** True for `No IMEI`, also written `no imei` or `no-IMEI`. */
export function isNoImeiText(cell: string): boolean {
  return /^no[\s-]*imei$/i.test(cell.trim());
}
