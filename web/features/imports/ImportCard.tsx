import { Fragment, useCallback, useState, type ReactNode } from "react";
import { Card } from "@/components/ui/card";
import type { ParseOptions } from "#domain/imports/spreadsheet/parse";
import { FileStep } from "./FileStep";
import type { ImportWords } from "./importKind";
import type { ReadFile, ReadSheet } from "./readSheet";
import { UploadBar } from "./UploadBar";

type ImportCardProps = {
  read: ReadSheet;
  /** The kind of table that is looked for in the file. */
  table: NonNullable<ParseOptions["table"]>;
  words: ImportWords;
  /** Called when an upload begins and when it ends; the same function each time. */
  onSending?: (isSending: boolean) => void;
  /** Draws the steps after the file; another file begins them anew. */
  children: (props: ImportStepsProps) => ReactNode;
};

export type ImportStepsProps = {
  file: ReadFile;
  /** Called when an upload begins and when it ends: no other file is taken meanwhile. */
  onSending: (isSending: boolean) => void;
};

/** Takes the file of an import, then leads through its steps. */
export function ImportCard({ read, table, words, onSending, children }: ImportCardProps) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [isSending, setSending] = useState(false);
  const tellSending = useCallback(
    (next: boolean) => {
      setSending(next);
      onSending?.(next);
    },
    [onSending],
  );
  return (
    <Card className="flex flex-col divide-y">
      <FileStep read={read} table={table} file={file} isSending={isSending} onFile={setFile} />
      {file ? (
        <Fragment key={keyOf(file)}>{children({ file, onSending: tellSending })}</Fragment>
      ) : (
        <UploadBar words={words} run={null} isReady={false} onCheck={() => undefined} file={null} />
      )}
    </Card>
  );
}

/** Two readings of a file with the same key have the same rows. */
function keyOf({ hash, sheet }: ReadFile): string {
  const { sheetName, encoding, hiddenRows } = sheet;
  return [hash, sheetName, encoding, hiddenRows?.areRead].join(" ");
}
