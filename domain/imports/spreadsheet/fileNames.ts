/** Endings of files that people have instead of one that is read, and what to do with each. */
const OTHERS: Readonly<Record<string, string>> = {
  ods: "it is an OpenDocument spreadsheet; save it as .xlsx",
  xlsb: "it is a binary workbook; save it as .xlsx",
  numbers: "it is a Numbers document; export it as .xlsx",
  tsv: "rename it to .csv: the separator is detected",
  txt: "rename it to .csv: the separator is detected",
};

/** The endings of files that are read. Macros of an .xlsm are not run. */
export const FILE_NAMES = ".xlsx, .xlsm, .xls, .csv";

/** Returns why a file of this name is not read, or null. Its content decides what it is. */
export function refusedName(name: string): string | null {
  const [, ending = ""] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  if (FILE_NAMES.split(", ").includes(`.${ending}`)) return null;
  return OTHERS[ending] ?? "only .xlsx, .xls and .csv files are read";
}
