import { randomUUID } from "node:crypto";
import { Argument, Command } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { RequestDetails } from "#domain/custody/requestDetails";
import type { Status } from "#domain/custody/statuses";
import { WORKFLOW, type Step } from "#domain/custody/workflow";
import { signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { CliError } from "../errors";
import { findSample } from "../findSample";
import { examples } from "../options";
import { print, printJson } from "../output";
import { acknowledgementOf, cancellationOf, declineOf, takeStep } from "../takeStep";

/** A sample's status and holder after a step; "" if the caller may no longer see it. */
const stateOf = (sample: FunctionReturnType<typeof api.samples.get>) =>
  sample === null ? "" : `: ${sample.status}, held by ${sample.samplmanag}`;

type Options = { to?: string; reason?: string; json?: true } & RequestDetails;

/**
 * Creates the command that takes a step.
 *
 * @param stepIn returns the step for a sample's status, if any; may throw a CliError that names
 *   another way
 */
function stepCommand(
  name: string,
  description: string,
  example: string,
  stepIn: (status: Status, serialNumber: string) => Step | undefined,
): Command {
  return new Command(name)
    .description(description)
    .addArgument(new Argument("<sample>", "its serial number, an IMEI, or its id"))
    .option("--json", "print the sample as one JSON object")
    .addHelpText("after", examples(example))
    .action(async (text: string, { to, reason, json, ...details }: Options) => {
      const client = signedInClient(await readConfig());
      const { _id: sampleId, serialNumber, status } = await findSample(client, text);
      const step = stepIn(status, serialNumber);
      if (step === undefined) {
        throw new CliError(`Sample ${serialNumber} is ${status}: no one is asked to take it.`);
      }
      await takeStep(client, step, sampleId, { to, reason, details });
      const after = await client.query(api.samples.get, { sampleId });
      if (json) return printJson(after);
      print(`${WORKFLOW[step].label} of ${serialNumber} done${stateOf(after)}`);
    });
}

/**
 * A loss is not received: its approver must have read the account of it, and confirms that
 * explicitly.
 */
function receivingStepOf(status: Status, serialNumber: string): Step | undefined {
  const step = acknowledgementOf(status);
  if (step !== "acknowledgeLost") return step;
  throw new CliError(
    `Sample ${serialNumber} is reported as lost. Read \`sms samples show ${serialNumber}\`, then confirm it with \`sms samples confirm-loss ${serialNumber}\`.`,
  );
}

/**
 * Returns the sample and the id of its latest change; the server decides whether it can be undone.
 * A sample that the actor can no longer see after the step is found by its id.
 */
async function latestStep(client: Client, text: string) {
  const latest = await client.query(api.custody.undoable, { sampleId: text });
  if (latest !== null) return { sampleId: text, stepId: latest.stepId };
  const { _id: sampleId, lastTransactionId: stepId = "" } = await findSample(client, text);
  return { sampleId, stepId };
}

const undo = new Command("undo")
  .description("Undoes your latest step with a sample, for 60 seconds")
  .addArgument(new Argument("<sample>", "its serial number, an IMEI, or its id"))
  .option("--json", "print the sample as one JSON object")
  .addHelpText("after", examples("sms samples undo HQ7001001A"))
  .action(async (text: string, { json }: Pick<Options, "json">) => {
    const client = signedInClient(await readConfig());
    const { sampleId, stepId } = await latestStep(client, text);
    await client.mutation(api.custody.undo, { sampleId, stepId, transactionId: randomUUID() });
    const after = await client.query(api.samples.get, { sampleId });
    if (json) return printJson(after);
    print(`Undone${stateOf(after)}`);
  });

export const sampleSteps: readonly Command[] = [
  stepCommand(
    "transfer",
    "Hands a sample to a colleague, who must acknowledge it",
    "sms samples transfer HQ7001001A --to bruno@lab.example",
    () => "transfer",
  )
    .requiredOption("--to <email>", "who gets it")
    .option("--note <text>", "a note for them")
    .option("--tracking-number <text>", "of the parcel"),
  stepCommand(
    "return",
    "Returns a sample to the customer, through a person on the supervisor or admin list",
    "sms samples return HQ7001001A --to sara@lab.example",
    () => "returnToCustomer",
  )
    .requiredOption("--to <email>", "who takes it back")
    .option("--note <text>", "a note for them")
    .option("--tracking-number <text>", "of the parcel"),
  stepCommand(
    "lost",
    "Reports a sample as lost, which a person on those lists must approve",
    "sms samples lost HQ7001001A --to sara@lab.example",
    () => "requestLost",
  )
    .requiredOption("--to <email>", "who approves it")
    .option("--last-seen <text>", "where and when")
    .option("--what-happened <text>", "for the person who decides"),
  stepCommand(
    "receive",
    "Acknowledges a sample that waits for you: a transfer or a return",
    "sms samples receive HQ7001001A",
    receivingStepOf,
  ),
  stepCommand(
    "confirm-loss",
    "Confirms that a sample is lost; `sms samples show` has the report and the history",
    "sms samples confirm-loss HQ7001001A",
    () => "acknowledgeLost",
  ),
  stepCommand(
    "decline",
    "Declines a sample that waits for you; its holder keeps it",
    'sms samples decline HQ7001001A --reason "wrong device"',
    declineOf,
  ).requiredOption("--reason <text>", "why, for the person who asked"),
  stepCommand(
    "cancel",
    "Takes back your own request",
    "sms samples cancel HQ7001001A",
    cancellationOf,
  ).option("--reason <text>", "why"),
  stepCommand(
    "reopen",
    "Takes a sample that was Returned or Lost back into use, with you",
    'sms samples reopen HQ7001001A --reason "found in the car"',
    () => "reopen",
  ).requiredOption("--reason <text>", "why"),
  undo,
];
