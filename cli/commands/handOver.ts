import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { MAX_BASKET } from "#domain/baskets/baskets";
import { signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { CliError, EXIT, Refused } from "../errors";
import { examples } from "../options";
import { note, printJson, printTable } from "../output";
import { allRows, takeRows } from "../pages";

type Result = NonNullable<FunctionReturnType<typeof api.baskets.progress>>["results"][number];

/** Results by sample id, in the order of arrival. */
type Results = Map<Result["sampleId"], Result>;

/** Statuses from which a sample can be transferred (domain/custody/workflow.ts). */
const TRANSFERABLE = ["Registered", "In Use"] as const;

const POLL_MS = 300;

export const handOver = new Command("hand-over")
  .description("Transfers everything that a person holds to a colleague; needs a signed-in admin")
  .argument("<email>", "who holds the samples")
  .requiredOption("--to <email>", "who receives them")
  .option("--json", "print one JSON object per sample")
  .addHelpText("after", examples("sms users hand-over ana@example.com --to bruno@example.com"))
  .action(async (email: string, { to, json }: { to: string; json?: true }) => {
    const client = signedInClient(await readConfig());
    const person = await client.query(api.users.getByEmail, { email });
    if (person === null) throw new CliError(`${email} is not a person you may see.`);
    const results: Results = new Map();
    try {
      await transferHeld(client, person._id, to, results);
    } catch (error) {
      if (results.size > 0) report(results, to, json);
      if (!(error instanceof Refused)) {
        note(
          "Some samples have no result yet; the server may still be transferring them. " +
            "Run the same command again: it takes what is left.",
        );
      }
      if (results.size === 0 || !(error instanceof CliError)) throw error;
      throw new CliError(error.message, EXIT.refused, { cause: error });
    }
    report(results, to, json);
    process.exitCode = refusedIn(results).length === 0 ? EXIT.done : EXIT.refused;
  });

function report(results: Results, recipient: string, json: true | undefined): void {
  const rows = [...results.values()];
  if (json) rows.forEach(printJson);
  else {
    printTable(rows, [
      { title: "Serial Number", value: ({ serialNumber }) => serialNumber },
      { title: "Result", value: ({ outcome, reason }) => reason ?? outcome },
    ]);
  }
  const refused = refusedIn(results).length;
  note(`${rows.length - refused} on their way to ${recipient}, ${refused} refused.`);
}

const refusedIn = (results: Results) =>
  [...results.values()].filter(({ outcome }) => outcome !== "done");

/**
 * Transfers everything that `uid` holds, one basket at a time. Adds each result as soon as it
 * arrives, so that `results` is complete up to an error.
 */
async function transferHeld(
  client: Client,
  uid: string,
  recipient: string,
  results: Results,
): Promise<void> {
  // A transferred sample is In Transit and no longer found, so each round gets the next ones.
  for (;;) {
    const refused = new Set(refusedIn(results).map(({ sampleId }) => sampleId));
    const held = await heldBy(client, uid, MAX_BASKET + refused.size);
    const sampleIds = held.filter((id) => !refused.has(id)).slice(0, MAX_BASKET);
    if (sampleIds.length === 0) return;
    await transferAll(client, sampleIds, recipient, results);
  }
}

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

/** Runs one basket to its end, and adds its results as they arrive. */
async function transferAll(
  client: Client,
  sampleIds: Awaited<ReturnType<typeof heldBy>>,
  recipient: string,
  results: Results,
): Promise<void> {
  const basketId = randomUUID();
  const basket = { basketId, step: "transfer", chosen: recipient, sampleIds } as const;
  await client.mutation(api.baskets.start, basket);
  for (;;) {
    const progress = await client.query(api.baskets.progress, { basketId });
    if (progress === null) throw new Error(`Basket ${basketId} is gone`);
    for (const result of progress.results) results.set(result.sampleId, result);
    if (progress.finished) return;
    await wait(POLL_MS);
  }
}
