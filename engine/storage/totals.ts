import { checksum, CHECKSUM_BYTES, CHECKSUM_PROGRAM } from "./checksum";

/**
 * One record of the tree counts all others, so that an entry that is lost or no longer found by a
 * search is noticed. It holds the number of entries and the XOR of their checksums; the writer
 * thread updates it in the transaction that changes them. Layout, little endian:
 *
 *     entries f64 ‖ XOR u32 ‖ checksum of this record
 */
export const TOTALS_KEY = Buffer.from("\0\0\0\0totals", "latin1");
export const TOTALS_BYTES = 12;

/** Returns the record. */
export function encodeTotals({ entries, xor }: { entries: number; xor: number }): Buffer {
  const record = Buffer.alloc(TOTALS_BYTES + CHECKSUM_BYTES);
  record.writeDoubleLE(entries);
  record.writeUInt32LE(xor >>> 0, 8);
  record.writeUInt32LE(checksum(TOTALS_KEY, record.subarray(0, TOTALS_BYTES)), TOTALS_BYTES);
  return record;
}

/** JavaScript source of `readTotals(value)`, `encodeTotals(totals)` and `checksum`. */
export const TOTALS_PROGRAM = `
  ${CHECKSUM_PROGRAM}
  const TOTALS_KEY = Buffer.from("${TOTALS_KEY.toString("hex")}", "hex");
  function readTotals(value) {
    const bytes = value.subarray(0, value.length - 4);
    if (bytes.length < ${TOTALS_BYTES} || value.readUInt32LE(bytes.length) !== checksum(TOTALS_KEY, bytes)) {
      throw new Error("its totals do not match their checksum");
    }
    return { entries: bytes.readDoubleLE(0), xor: bytes.readUInt32LE(8) };
  }
  function encodeTotals({ entries, xor }) {
    const bytes = Buffer.alloc(${TOTALS_BYTES} + 4);
    bytes.writeDoubleLE(entries, 0);
    bytes.writeUInt32LE(xor >>> 0, 8);
    const totals = bytes.subarray(0, ${TOTALS_BYTES});
    bytes.writeUInt32LE(checksum(TOTALS_KEY, totals), ${TOTALS_BYTES});
    return bytes;
  }`;
