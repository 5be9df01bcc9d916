import type { FileName } from "#domain/exports/exportColumns";
import type { ExportFormat } from "#domain/exports/exportWriter";

/** A message from a page to the worker that writes its file; each one gets one answer. */
export type ExportRequest =
  | { readonly kind: "begin"; readonly name: FileName; readonly format: ExportFormat }
  | { readonly kind: "rows"; readonly rows: readonly object[] }
  | { readonly kind: "end" };

export type ExportAnswer =
  | { readonly kind: "ready" }
  /** The answer to `end`. */
  | { readonly kind: "file"; readonly file: Blob }
  /** `isSheetFull`: errors from a worker lose their class. */
  | { readonly kind: "failure"; readonly error: unknown; readonly isSheetFull: boolean };

/** The worker that writes a file, or its replacement in browsers without workers. */
export type ExportPort = {
  postMessage(request: ExportRequest): void;
  onmessage: ((event: { readonly data: ExportAnswer }) => void) | null;
  /** Called if the worker cannot be loaded or fails. */
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
};
