import { api } from "../../../convex/_generated/api";
import { NAMED_POLICIES, type ImportPolicy } from "#domain/imports/importRows";
import type { Caller } from "../deployments/backend";
import type { TextRow } from "../realData";

type Options = { readonly duplicates?: keyof typeof NAMED_POLICIES | ImportPolicy };

let imports = 0;

/** Begins an import of `rows` as `caller`. @returns its id */
export async function beginImport(
  caller: Caller,
  rows: number,
  { duplicates = "reject" }: Options = {},
): Promise<string> {
  imports += 1;
  const importId = `import-${imports}`;
  await caller.mutation(api.imports.begin, {
    importId,
    fileName: "devices.csv",
    fileHash: imports.toString(16).padStart(64, "0"),
    origin: "terminal",
    duplicates: typeof duplicates === "string" ? NAMED_POLICIES[duplicates] : duplicates,
    rows,
    unreadable: 0,
  });
  return importId;
}

/** Imports rows, in the order of their numbers, as a single batch of its own import. */
export async function importBatch(caller: Caller, rows: TextRow[], options: Options = {}) {
  const importId = await beginImport(caller, rows.length, options);
  const numbers = rows.map(({ row }) => row);
  const range = { from: Math.min(...numbers), to: Math.max(...numbers) + 1 };
  const { results } = await caller.mutation(api.imports.commitBatch, { importId, range, rows });
  return results;
}
