import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { MAX_BASKET } from "../../domain/baskets";
import { signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
import { examples } from "../options";
import { note, printJson, printTable } from "../output";
import { allRows, takeRows } from "../pages";

type Result = NonNullable<FunctionReturnType<typeof api.baskets.progress>>["results"][number];

/** The statuses from which a sample can be transferred (domain/workflow.ts). */
const TRANSFERABLE = ["Registered", "In Use"] as const;

const POLL_MS = 300;

export const handOver = new Command("hand-over")
  .description("Transfers everything that somebody holds to a colleague; needs a signed-in admin")
  .argument("<email>", "who holds the samples")
  .requiredOption("--to <email>", "who receives them")
  .option("--json", "print one JSON object per sample")
  .addHelpText("after", examples("sms users hand-over ana@example.com --to bruno@example.com"))
  .action(async (email: string, { to, json }: { to: string; json?: true }) => {
    const client = signedInClient(await readConfig());
    const person = await client.query(api.users.getByEmail, { email });
    if (person === null) throw new CliError(`${email} is nobody whom you may see.`);
    const results: Result[] = [];
    // Transferred samples are In Transit and no longer found, so each round takes the next ones.
    const refused = new Set<string>();
    for (;;) {
      const held = await heldBy(client, person._id, MAX_BASKET + refused.size);
      const sampleIds = held.filter((id) => !refused.has(id)).slice(0, MAX_BASKET);
      if (sampleIds.length === 0) break;
      for (const result of await transferAll(client, sampleIds, to)) {
        results.push(result);
        if (result.outcome !== "done") refused.add(result.sampleId);
      }
    }
    if (json) results.forEach(printJson);
    else {
      printTable(results, [
        { title: "Serial Number", value: ({ serialNumber }) => serialNumber },
        { title: "Result", value: ({ outcome, reason }) => reason ?? outcome },
      ]);
    }
    note(`${results.length - refused.size} on their way to ${to}, ${refused.size} refused.`);
    process.exitCode = refused.size === 0 ? EXIT.done : EXIT.refused;
  });

async function heldBy(client: Client, uid: string, limit: number) {
  const held = [];
  for (const status of TRANSFERABLE) {
    const rows = allRows((paginationOpts) =>
      client.query(api.employees.holds, { uid, status, paginationOpts }),
    );
    held.push(...(await takeRows(rows, limit)));
  }
  return held.map(({ _id }) => _id);
}

/** Runs one basket to its end. */
async function transferAll(
  client: Client,
  sampleIds: Awaited<ReturnType<typeof heldBy>>,
  recipient: string,
): Promise<Result[]> {
  const basketId = randomUUID();
  const basket = { basketId, step: "transfer", chosen: recipient, sampleIds } as const;
  await client.mutation(api.baskets.start, basket);
  for (;;) {
    const progress = await client.query(api.baskets.progress, { basketId });
    if (progress === null) throw new Error(`Basket ${basketId} is gone`);
    if (progress.finished) return progress.results;
    await wait(POLL_MS);
  }
}
