import type { RefusalCode } from "../common/errors";

/**
 * Maps a refusal code to the advice that is added for a refused cell of an import. A code without
 * an entry has its remedy in its own text, or none.
 */
const ENTRIES = {
  FIELD_MISSING: "Fill in the cell.",
  FIELD_TOO_LONG: "Shorten it.",
  FIELD_INVALID: "Correct the cell, or leave it empty.",
  DATE_INVALID: "Write it as year-month-day.",
  TEXT_UNREADABLE: "If every row has this, the encoding is wrong: choose another one.",
  FORMULA_ERROR: "Replace it with its value.",
  IMEI1_FORMAT: "Dial *#06# on the device to see it.",
  IMEI2_FORMAT: "Dial *#06# on the device to see it.",
  IDENTIFIER_MISPLACED: "Remove it. If it really is the serial number, write SN: in front of it.",
  IMEI_OF_TYPE: "Dial *#06# on the device to see it.",
  IMEI1_TAKEN: "Correct it, or import with duplicates flagged.",
  IMEI2_TAKEN: "Correct it, or import with duplicates flagged.",
  SERIAL_TAKEN: "Correct it, or import with duplicates updated.",
  STATUS_UNKNOWN: "Leave the cell empty for Registered.",
  STATUS_BY_ADMIN: "Leave the cell empty for Registered, or ask an admin to import the row.",
  MANAGER_UNKNOWN: "Write the e-mail of an account, or leave the cell empty.",
  LAST_MANAGER_UNKNOWN: "Write the e-mail of an account, or leave the cell empty.",
  SUPERVISOR_UNKNOWN: "Invite them first, then import the row once they have accepted.",
  PERSON_REPEATED: "Keep one of the rows.",
  PERSON_LOCKED: "Leave the cell empty, or remove the row.",
  MANAGER_NOT_YOURS: "Leave the cell empty, and transfer the sample after the import.",
} as const satisfies Partial<Record<RefusalCode, string>>;

export const REMEDIES: Readonly<Record<string, string | undefined>> = ENTRIES;
