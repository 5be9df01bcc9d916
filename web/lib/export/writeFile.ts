import type { FileName } from "#domain/exports/exportColumns";
import { SheetFull, type ExportFormat } from "#domain/exports/exportWriter";
import { workerFault } from "../workerFaults";
import { exportHost } from "./exportHost";
import type { ExportAnswer, ExportPort, ExportRequest } from "./exportMessages";

type FileOptions = {
  readonly name: FileName;
  readonly format: ExportFormat;
  /** Slices of rows; the next slice is requested after the previous one has been written. */
  readonly rows: AsyncIterable<readonly object[]>;
  /** Stops the worker and the reading of rows. */
  readonly signal: AbortSignal;
  /** @param written number of rows so far */
  readonly onProgress: (written: number) => void;
};

/**
 * Writes an export in a worker, without blocking the page.
 *
 * @throws AbortError if `signal` aborts, SheetFull, and errors from reading the rows
 */
export async function writeFile(options: FileOptions): Promise<Blob> {
  const { name, format, rows, signal, onProgress } = options;
  const port = openPort();
  const ask = (request: ExportRequest) => answerOf(port, request, signal);
  let written = 0;
  try {
    await ask({ kind: "begin", name, format });
    for await (const some of rows) {
      await ask({ kind: "rows", rows: some });
      written += some.length;
      onProgress(written);
    }
    const answer = await ask({ kind: "end" });
    if (answer.kind !== "file") throw new Error(`The worker answered ${answer.kind}, and no file`);
    return answer.file;
  } finally {
    port.terminate();
  }
}

function openPort(): ExportPort {
  if (typeof Worker === "undefined") return portOnPage();
  return new Worker(new URL("./exportWorker.ts", import.meta.url), {
    type: "module",
  }) as ExportPort;
}

/** Writes on the page's own thread, for browsers without workers. */
function portOnPage(): ExportPort {
  const answerTo = exportHost();
  const port: ExportPort = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => void answerTo(request).then((data) => port.onmessage?.({ data })),
    terminate: () => undefined,
  };
  return port;
}

function answerOf(
  port: ExportPort,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<ExportAnswer> {
  return new Promise((resolve, reject: (reason: Error) => void) => {
    signal.throwIfAborted();
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    port.onmessage = ({ data }) => {
      signal.removeEventListener("abort", stop);
      if (data.kind === "failure")
        reject(data.isSheetFull ? new SheetFull() : (data.error as Error));
      else resolve(data);
    };
    port.onerror = (event) =>
      reject(new Error(`The worker that writes the file failed: ${workerFault(event)}`));
    port.postMessage(request);
  });
}
