import { Command } from "commander";
import { z } from "#domain/common/zod";
import { internal } from "../../convex/_generated/api";
import { oneLine } from "#domain/common/plainText";
import { diagnose, type EngineFacts } from "#domain/operations/diagnosis";
import { asTerminal, requireAdminKey } from "../admin";
import { Client } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { fetchFrom, readBody } from "../network";
import { examples } from "../options";
import { print, printJson } from "../output";

/** Answers of the embedded server (engine/http/admin.ts). */
const healthSchema = z.object({
  lastCheck: z.object({ at: z.number(), faults: z.array(z.string()) }).nullable(),
  dataFile: z.object({
    bytes: z.number(),
    usedBytes: z.number(),
    oldestReaderMs: z.number().nullable(),
  }),
  freeBytes: z.number(),
  previousState: z.object({ bytes: z.number(), until: z.number() }).nullable(),
});
const blockedSchema = z.array(z.unknown());

export const doctor = new Command("doctor")
  .description("Says whether the server, its disk, its backups and its mail are well")
  .option("--json", "print one JSON object per finding")
  .addHelpText(
    "after",
    `
Exits with 1 if something needs attention, and says what to do.
${examples("sms doctor", "SMS_DATA_DIR=/srv/sms-data sms doctor --json")}`,
  )
  .action(async (options: { json?: true }) => {
    const config = await readConfig();
    const adminKey = await requireAdminKey(config);
    const client = new Client(config.url, { adminKey });
    const app = await client.query(asTerminal(internal.operations.state), {});
    const findings = diagnose(app, await engineFacts(config.url, adminKey), Date.now());
    if (findings.some(({ isWell }) => !isWell)) process.exitCode = EXIT.refused;
    if (options.json) return findings.forEach(printJson);
    for (const { subject, isWell, text, remedy } of findings) {
      print(`${isWell ? "ok" : "!!"}  ${subject.padEnd(9)} ${oneLine(text)}`);
      if (remedy !== undefined) print(`              ${remedy}`);
    }
  });

/** Returns null for a deployment that is not the embedded one. */
async function engineFacts(url: string, adminKey: string): Promise<EngineFacts | null> {
  const ask = async (path: string) => {
    const headers = { Authorization: `Convex ${adminKey}` };
    const response = await fetchFrom(url, new URL(path, url), { headers });
    const text = new TextDecoder().decode(await readBody(url, response));
    return response.ok ? (JSON.parse(text) as unknown) : null;
  };
  const health = healthSchema.nullable().safeParse(await ask("/api/engine/health"));
  if (health.data === null) return null;
  const blocked = blockedSchema.safeParse(await ask("/api/engine/blocked"));
  if (!health.success || !blocked.success) {
    throw new CliError("The server describes its health in another way: it is of another version.");
  }
  return { ...health.data, blockedCalls: blocked.data.length };
}
