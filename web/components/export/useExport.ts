import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { attempt } from "@/lib/connection/attempt";
import { writeFile } from "@/lib/export/writeFile";
import { saveFile } from "@/lib/saveFile";
import { formatCount } from "#domain/common/formatCount";
import type { FileName } from "#domain/exports/exportColumns";
import { EXPORT_TYPES, SheetFull, type ExportFormat } from "#domain/exports/exportWriter";

export type ExportSource = {
  readonly name: FileName;
  /** The rows to write, in chunks, until `signal` aborts. */
  readonly rowsOf: (signal: AbortSignal) => AsyncIterable<readonly object[]>;
};

type RunningExport = {
  /** Number of rows written so far; null: no export is running. */
  readonly written: number | null;
  readonly start: (format: ExportFormat, fileName: string) => void;
  readonly cancel: () => void;
};

/** Exports one file at a time; leaving the screen aborts it. */
export function useExport({ name, rowsOf }: ExportSource): RunningExport {
  const [written, setWritten] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (format: ExportFormat, fileName: string) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setWritten(0);
    let rows = 0;
    const onProgress = (count: number) => {
      rows = count;
      setWritten(count);
    };
    const outcome = await attempt(
      writeFile({ name, format, rows: rowsOf(signal), signal, onProgress }),
    );
    if (signal.aborted) return;
    setWritten(null);
    if (outcome.ok) {
      saveFile(fileName, EXPORT_TYPES[format], outcome.value);
      toast.success(`${fileName}: ${formatCount(rows)} ${rows === 1 ? "row" : "rows"}`);
    } else {
      const { error, message } = outcome;
      toast.error(error instanceof SheetFull ? `${error.message} Choose CSV.` : message);
    }
  };
  return {
    written,
    start: (format, fileName) => void start(format, fileName),
    cancel: () => {
      running.current?.abort();
      setWritten(null);
    },
  };
}
