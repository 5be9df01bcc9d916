import { expect, onTestFinished, test, vi } from "vitest";
import type { SheetMessage, SheetRequest } from "@/features/import/sheetWorker";
import { fileHash } from "../../domain/imports";
import { workbookOfSheets } from "../cli/files";
import { eventually } from "../support/eventually";

test("the worker's hash is that of the sheet it reads, as the terminal's is", async () => {
  const sent: SheetMessage[] = [];
  let ask: ((event: { readonly data: SheetRequest }) => void) | undefined;
  vi.stubGlobal("self", {
    postMessage: (message: SheetMessage) => sent.push(message),
    addEventListener: (_kind: string, listener: typeof ask) => (ask = listener),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await import("@/features/import/sheetWorker");

  const rows = [["serialNumber"], ["S1"]];
  const bytes = workbookOfSheets({ Lisbon: rows, Porto: rows });
  const file = new Blob([new Uint8Array(bytes)]);
  ask?.({ data: { file, options: { sheetName: "Porto" } } });
  await eventually(() => expect(sent.at(-1)).toEqual({ kind: "end" }));
  const read = { sheetName: "Porto", sheetNames: ["Lisbon", "Porto"] };
  const hash = await fileHash(new Uint8Array(bytes), read);
  expect(sent[0]).toMatchObject({ kind: "sheet", hash, sheet: read });
});
