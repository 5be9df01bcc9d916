import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ExportFormat } from "#domain/exports/exportWriter";
import type { ExportFigures } from "./exporter";
import { ADMIN } from "./ours/seed";
import { OurServer } from "./ours/start";

const SAMPLES = 100_000;
const FORMATS = ["csv", "xlsx"] as const satisfies readonly ExportFormat[];

type ExportRow = ExportFigures & { readonly format: ExportFormat };

/**
 * `sms export samples` of an admin with 100,000 samples: pages over HTTP, into a file's bytes. Each
 * runs in a process of its own, as a terminal does it, so its memory is that of the export.
 */
export async function exportRates(pushRequest: string): Promise<ExportRow[]> {
  const server = await OurServer.start(SAMPLES, pushRequest);
  try {
    const measured = [];
    for (const format of FORMATS) {
      measured.push({ format, ...(await exportRate(server, format)) });
    }
    return measured;
  } finally {
    await server.stop();
  }
}

async function exportRate(server: OurServer, format: ExportFormat): Promise<ExportFigures> {
  const program = fileURLToPath(new URL("./exporter.ts", import.meta.url));
  const args = [server.url, await server.refreshTokenOf(ADMIN), format];
  const child = fork(program, args, { execArgv: ["--import", "tsx"] });
  const [figures] = (await once(child, "message")) as [ExportFigures];
  return figures;
}
