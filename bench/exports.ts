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
 * Measures `sms export samples` by an admin with 100,000 samples: pages over HTTP, written as a
 * file's bytes. Each export runs in its own process, as in a terminal, so its memory is the
 * export's alone.
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
