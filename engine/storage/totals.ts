import { CHECKSUM_PROGRAM } from "./checksum";

/**
 * One record of the tree counts all others, so that an entry that is lost or no longer found by a
 * search is noticed. It holds the number of entries and the XOR of their checksums; the writer
 * thread updates it in the transaction that changes them. Layout, little endian:
 *
 *     entries f64 ‖ XOR u32 ‖ key of the last converted entry ‖ checksum of this record
 *
 * The key is present only while a store of format 1, which has neither totals nor checksums, is
 * being converted. A tree without this record is empty or of format 1.
 */
export const TOTALS_KEY = Buffer.from("\0\0\0\0totals", "latin1");
export const TOTALS_BYTES = 12;

/** JavaScript source of `readTotals(value)`, `encodeTotals(totals)` and `checksum`. */
export const TOTALS_PROGRAM = `
  ${CHECKSUM_PROGRAM}
  const TOTALS_KEY = Buffer.from("${TOTALS_KEY.toString("hex")}", "hex");
  function readTotals(value) {
    const bytes = value.subarray(0, value.length - 4);
    if (bytes.length < ${TOTALS_BYTES} || value.readUInt32LE(bytes.length) !== checksum(TOTALS_KEY, bytes)) {
      throw new Error("its totals do not match their checksum");
    }
    return {
      entries: bytes.readDoubleLE(0),
      xor: bytes.readUInt32LE(8),
      converted: bytes.subarray(${TOTALS_BYTES}),
    };
  }
  function encodeTotals({ entries, xor, converted }) {
    const bytes = Buffer.alloc(${TOTALS_BYTES} + converted.length + 4);
    bytes.writeDoubleLE(entries, 0);
    bytes.writeUInt32LE(xor >>> 0, 8);
    bytes.set(converted, ${TOTALS_BYTES});
    const end = bytes.length - 4;
    bytes.writeUInt32LE(checksum(TOTALS_KEY, bytes.subarray(0, end)), end);
    return bytes;
  }`;
