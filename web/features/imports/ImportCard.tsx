import { Fragment, useCallback, useState, type ReactNode } from "react";
import { Card } from "@/components/ui/card";
import type { ParseOptions } from "#domain/imports/spreadsheet/parse";
import { FileStep } from "./FileStep";
import type { ImportWords } from "./importKind";
import type { ReadFile, ReadSheet } from "./readSheet";
import { UploadBar } from "./UploadBar";

type ImportCardProps = {
  read: ReadSheet;
  /** The kind of table to look for in the file. */
  table: NonNullable<ParseOptions["table"]>;
  words: ImportWords;
  /** Called when an upload begins and ends; must be the same function at every render. */
  onSending?: (isSending: boolean) => void;
  /** Renders the steps after the file; another file remounts them. */
  children: (props: ImportStepsProps) => ReactNode;
};

export type ImportStepsProps = {
  file: ReadFile;
  /** Called when an upload begins and ends: no other file can be chosen in between. */
  onSending: (isSending: boolean) => void;
};

/** Takes the file of an import, then shows the steps. */
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

/** Readings of a file with equal keys have equal rows. */
function keyOf({ hash, sheet }: ReadFile): string {
  const { sheetName, encoding, hiddenRows } = sheet;
  return [hash, sheetName, encoding, hiddenRows?.areRead].join(" ");
}
