import { Command } from "commander";
import { internal } from "../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import { checkAll, type CheckReader } from "#domain/check/check";
import { oneLine } from "#domain/common/plainText";
import { asTerminal, terminalClient } from "../admin";
import type { Client } from "../client";
import { readConfig } from "../config";
import { EXIT } from "../errors";
import { examples } from "../options";
import { print, printJson } from "../output";
import { startCounter } from "../progress";

const parts = {
  samples: asTerminal(internal.check.pageOfSamples),
  identifiers: asTerminal(internal.check.pageOfIdentifiers),
  counters: asTerminal(internal.check.pageOfCounters),
  driftOfTotals: asTerminal(internal.check.driftOfTotals),
  heldBy: asTerminal(internal.check.pageOfHeld),
};

/** Reads each part in a separate request, so that other clients' requests run in between. */
const readerOf = (client: Client): CheckReader => ({
  samples: (cursor) => client.query(parts.samples, { cursor }),
  identifiers: (cursor) => client.query(parts.identifiers, { cursor }),
  counters: (cursor) => client.query(parts.counters, { cursor }),
  driftOfTotals: () => client.query(parts.driftOfTotals, {}),
  heldBy: (email, cursor) => client.query(parts.heldBy, { email, cursor }),
});

export const check = new Command("check")
  .description("Recounts every sample and reports counters and identifiers that do not agree")
  .option("--json", "print one JSON object")
  .addHelpText("after", examples("sms check", "SMS_DATA_DIR=/srv/sms-data sms check --json"))
  .action(async (options: { json?: true }) => {
    const client = await terminalClient(await readConfig());
    const counter = startCounter((count) => `${formatCount(count)} samples`);
    const found = await checkAll(readerOf(client), counter.add).finally(counter.end);
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
