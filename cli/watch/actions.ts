import { api } from "../../convex/_generated/api";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { LISTS } from "#domain/samples/lists";
import { describeDetails } from "#domain/custody/requestDetails";
import { WORKFLOW, type Step } from "#domain/custody/workflow";
import { oneLine } from "#domain/common/plainText";
import type { Client } from "../client";
import { CliError } from "../errors";
import { dateText } from "../output";
import { acknowledgementOf, declineOf, takeStep } from "../takeStep";
import type { WaitingItem } from "./liveInbox";

/** Result of a key's action, with a message for the user. */
export type Outcome = { readonly isDone: boolean; readonly text: string };

/** Actions of the screen's keys. A refusal or a lost connection is an outcome, not an error. */
export type Actions = {
  readonly receive: (item: WaitingItem) => Promise<Outcome>;
  readonly decline: (item: WaitingItem, reason: string) => Promise<Outcome>;
  /** Lines about a sample: the request's texts, its latest history records, its fields. */
  readonly describe: (item: WaitingItem) => Promise<readonly string[]>;
};

/** Number of history records in a sample's details. */
const RECORDS = 5;

export function watchActions(client: Client): Actions {
  const take = (step: Step | undefined, item: WaitingItem, reason?: string) => {
    if (step === undefined) throw new Error(`Nobody answers a ${item.kind}`);
    return outcomeOf(async () => {
      await takeStep(client, step, item.sampleId, { reason });
      return `${WORKFLOW[step].label} of ${item.serialNumber} done`;
    });
  };
  return {
    receive: (item) => take(acknowledgementOf(LISTS[item.kind].awaited), item),
    decline: (item, reason) => take(declineOf(LISTS[item.kind].awaited), item, reason),
    describe: (item) => describe(client, item).catch((error: unknown) => [failureText(error)]),
  };
}

async function outcomeOf(act: () => Promise<string>): Promise<Outcome> {
  try {
    return { isDone: true, text: await act() };
  } catch (error) {
    return { isDone: false, text: failureText(error) };
  }
}

/** Returns the message of a refusal or a lost connection; rethrows a bug. */
function failureText(error: unknown): string {
  if (error instanceof CliError) return error.message;
  throw error;
}

async function describe(client: Client, { sampleId, details }: WaitingItem): Promise<string[]> {
  const paginationOpts = { numItems: RECORDS, cursor: null };
  const [sample, history] = await Promise.all([
    client.query(api.samples.get, { sampleId }),
    client.query(api.history.forSample, { sampleId, paginationOpts }),
  ]);
  if (sample === null) return ["You can no longer see this sample."];
  const fields = EXPORT_COLUMNS.samples.flatMap(({ label, isDate, value }) => {
    const cell = value(sample);
    if (cell === undefined || cell === "") return [];
    return [`${label}: ${isDate ? dateText(Number(cell)) : String(cell)}`];
  });
  const said = describeDetails(details).map(({ label, text }) => `${label}: ${text}`);
  const records = history.page.map(
    ({ actiondate, action, email }) => `${dateText(actiondate)}  ${action} by ${email}`,
  );
  return [...said, ...records, "", ...fields].map(oneLine);
}
