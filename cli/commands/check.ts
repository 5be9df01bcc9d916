import { Command } from "commander";
import { internal } from "../../convex/_generated/api";
import { oneLine } from "../../domain/plainText";
import { asTerminal, terminalClient } from "../admin";
import { readConfig } from "../config";
import { EXIT } from "../errors";
import { examples } from "../options";
import { print, printJson } from "../output";

/** The server counts about 3,000 samples a second. */
const TIMEOUT_MS = 30 * 60_000;

export const check = new Command("check")
  .description("Recounts every sample and reports counters and identifiers that do not agree")
  .option("--json", "print one JSON object")
  .addHelpText("after", examples("sms check", "SMS_DATA_DIR=/srv/sms-data sms check --json"))
  .action(async (options: { json?: true }) => {
    const client = await terminalClient(await readConfig(), TIMEOUT_MS);
    const found = await client.action(asTerminal(internal.check.run), {});
    const { samples, drift, faults } = found;
    if (drift.length + faults.length > 0) process.exitCode = EXIT.refused;
    if (options.json) return printJson(found);
    for (const { whose, status, stored, counted } of drift) {
      print(`${whose}: ${status} is kept as ${stored}, but counts ${counted}`);
    }
    for (const fault of faults) print(oneLine(fault));
    const differences = drift.length + faults.length;
    print(
      `${samples} samples checked, ${differences === 0 ? "all agrees" : `${differences} faults`}`,
    );
  });
