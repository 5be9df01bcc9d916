import { expect, onTestFinished, test, vi } from "vitest";
import type { SheetMessage, SheetRequest } from "@/features/imports/sheetWorker";
import { fileHash } from "#domain/imports/imports";
import { workbookOfSheets } from "../../cli/support/files";
import { eventually } from "../../support/eventually";

/** Starts the worker with a page of the test, and gives it a file. */
async function answersTo(request: SheetRequest): Promise<SheetMessage[]> {
  const sent: SheetMessage[] = [];
  let ask: ((event: { readonly data: SheetRequest }) => void) | undefined;
  vi.stubGlobal("self", {
    postMessage: (message: SheetMessage) => sent.push(message),
    addEventListener: (_kind: string, listener: typeof ask) => (ask = listener),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  await import("@/features/imports/sheetWorker");
  ask?.({ data: request });
  await eventually(() => expect(["end", "unreadable"]).toContain(sent.at(-1)?.kind));
  return sent;
}

test("the worker's hash is that of the sheet it reads, as the terminal's is", async () => {
  const rows = [["serialNumber"], ["S1"]];
  const bytes = workbookOfSheets({ Lisbon: rows, Porto: rows });
  const file = new Blob([new Uint8Array(bytes)]);
  const [head] = await answersTo({ file, options: { sheetName: "Porto" } });
  const read = { sheetName: "Porto", sheetNames: ["Lisbon", "Porto"] };
  const hash = await fileHash(new Uint8Array(bytes), read);
  expect(head).toMatchObject({ kind: "sheet", hash, sheet: read });
});

test("the worker says what it threw, instead of nothing for a minute", async () => {
  const file = new Blob(["model\nA1\n"]);
  file.arrayBuffer = () => Promise.reject(new Error("the disk is gone"));
  expect(await answersTo({ file, options: {} })).toEqual([
    { kind: "unreadable", reason: "it cannot be parsed (Error: the disk is gone)" },
  ]);
});
