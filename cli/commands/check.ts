import { Command } from "commander";
import { internal } from "../../convex/_generated/api";
import { oneLine } from "../../domain/plainText";
import { asTerminal, terminalClient } from "../admin";
import { readConfig } from "../config";
import { EXIT } from "../errors";
import { FETCH_WAIT_MS } from "../network";
import { examples } from "../options";
import { print, printJson } from "../output";

export const check = new Command("check")
  .description("Recounts every sample and reports counters and identifiers that do not agree")
  .option("--json", "print one JSON object")
  .addHelpText("after", examples("sms check", "SMS_DATA_DIR=/srv/sms-data sms check --json"))
  .action(async (options: { json?: true }) => {
    // The server counts about 3,000 samples a second, so this is enough for 900,000.
    const client = await terminalClient(await readConfig(), FETCH_WAIT_MS);
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
