import { ConvexHttpClient } from "convex/browser";
import { exportRows } from "../cli/export/rows";
import { EXPORT_COLUMNS } from "../domain/exportColumns";
import { exportWriter, type ExportFormat } from "../domain/exportWriter";
import { ADMIN } from "./ours/seed";
import { OurServer } from "./ours/start";
import { person } from "./target";

const SAMPLES = 100_000;
const FORMATS = ["csv", "xlsx"] as const satisfies readonly ExportFormat[];

interface ExportRow {
  readonly format: ExportFormat;
  readonly rowsPerSecond: number;
  readonly fileMb: number;
  /** Most resident memory of the process that writes, this one. */
  readonly rssMb: number;
}

/** `sms export samples` of an admin with 100,000 samples: pages over HTTP, into a file's bytes. */
export async function exportRates(pushRequest: string): Promise<ExportRow[]> {
  const server = await OurServer.start(SAMPLES, pushRequest);
  try {
    const measured = [];
    for (const format of FORMATS) measured.push(await exportRate(server, format));
    return measured;
  } finally {
    await server.stop();
  }
}

async function exportRate(server: OurServer, format: ExportFormat): Promise<ExportRow> {
  const client = new ConvexHttpClient(server.url, { logger: false });
  client.setAuth(server.tokenOf(person(ADMIN)));
  let [rows, bytes, rss] = [0, 0, 0];
  const started = performance.now();
  const writer = exportWriter(format, EXPORT_COLUMNS.samples, (piece) => {
    bytes += piece.length;
    rss = Math.max(rss, process.memoryUsage.rss());
  });
  for await (const row of exportRows(client, "admin", "samples", [])) {
    await writer.write([row]);
    rows++;
  }
  await writer.end();
  const seconds = (performance.now() - started) / 1000;
  return { format, rowsPerSecond: rows / seconds, fileMb: bytes / 1e6, rssMb: rss / 2 ** 20 };
}
