/** Writes one export of all samples and sends its figures to the parent process. */
import { Client } from "../cli/client";
import { exportPages } from "../cli/export/rows";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { exportWriter, type ExportFormat } from "#domain/exports/exportWriter";

export interface ExportFigures {
  readonly rowsPerSecond: number;
  readonly fileMb: number;
  /** Peak resident memory of this process. */
  readonly rssMb: number;
}

const [url, refreshToken, format] = process.argv.slice(2);
if (!url || !refreshToken || !format) throw new Error("usage: exporter.ts URL TOKEN FORMAT");

const client = new Client(url, { refreshToken });
let [rows, bytes] = [0, 0];
const started = performance.now();
const writer = exportWriter(format as ExportFormat, EXPORT_COLUMNS.samples, (piece) => {
  bytes += piece.length;
});
for await (const page of exportPages(client, "admin", "samples", [])) {
  await writer.write(page);
  rows += page.length;
}
await writer.end();
const seconds = (performance.now() - started) / 1000;
const rssMb = process.resourceUsage().maxRSS / 1024;
process.send?.({
  rowsPerSecond: rows / seconds,
  fileMb: bytes / 1e6,
  rssMb,
} satisfies ExportFigures);
