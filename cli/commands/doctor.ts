import { Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { oneLine } from "#domain/common/plainText";
import { VERSION } from "#domain/common/version";
import { diagnose } from "#domain/operations/diagnosis";
import {
  ENGINE_HEALTH_PATH,
  NO_ENGINE,
  engineHealthSchema,
  UNKNOWN_HEALTH,
  type EngineFacts,
} from "#domain/operations/engineHealth";
import { adminClient, functionFor } from "../admin";
import type { Client } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { fetchFrom, readBody } from "../network";
import { examples } from "../options";
import { note, print, printJson } from "../output";

export const doctor = new Command("doctor")
  .description("Checks the server, its disk, its backups and its mail")
  .option("--json", "print one JSON object per finding")
  .addHelpText(
    "after",
    `
Exits with 1 if something needs attention, and says what to do.
${examples("sms doctor", "SMS_DATA_DIR=/srv/sms-data sms doctor --json")}`,
  )
  .action(async (options: { json?: true }) => {
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(by, api.operations.state, internal.operations.stateFromTerminal);
    const app = await client.query(reference, {});
    const reader = { name: "terminal", now: Date.now(), version: VERSION } as const;
    const engine = await engineFacts(client);
    if (engine === null) note(NO_ENGINE);
    const findings = diagnose(app, engine, reader);
    if (findings.some(({ isWell }) => !isWell)) process.exitCode = EXIT.refused;
    if (options.json) return findings.forEach(printJson);
    for (const { subject, isWell, text, remedy } of findings) {
      print(`${isWell ? "ok" : "!!"}  ${subject.padEnd(9)} ${oneLine(text)}`);
      if (remedy !== undefined) print(`              ${remedy}`);
    }
  });

/** Returns null for a deployment that is not the embedded one. */
async function engineFacts(client: Client): Promise<EngineFacts | null> {
  const { url } = client;
  const headers = { Authorization: await client.authorization() };
  const response = await fetchFrom(url, new URL(ENGINE_HEALTH_PATH, url), { headers });
  const text = new TextDecoder().decode(await readBody(url, response));
  if (!response.ok) return null;
  const health = engineHealthSchema.safeParse(JSON.parse(text));
  if (!health.success) throw new CliError(UNKNOWN_HEALTH);
  return health.data;
}
