import { Command } from "commander";
import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { api, internal } from "../convex/_generated/api";
import type { SettingsInput } from "#domain/people/settings";
import { adminClient, functionFor, readerClient } from "./admin";
import { readConfig } from "./config";
import { CliError, EXIT, Refused } from "./errors";
import { examples } from "./options";
import { note, printJson, printTable } from "./output";

/** Option of every command that the audit log records. */
export const REASON = ["--reason <text>", "why, for the audit log"] as const;
export type ReasonOption = { reason?: string };

/**
 * Runs an administrators' mutation: as the signed-in admin, else its terminal variant with the
 * admin key. The variant takes the same arguments. A note says which of them it was.
 */
export async function administer<Args extends Record<string, unknown>, Answer>(
  asPerson: FunctionReference<"mutation", "public", Args, Answer>,
  fromTerminal: FunctionReference<"mutation", "internal", Args, Answer>,
  args: Args,
): Promise<Answer> {
  const { client, by, authority } = await adminClient(await readConfig());
  const reference = functionFor(by, asPerson, fromTerminal);
  try {
    const answer = await client.mutation(
      reference,
      ...([args] as OptionalRestArgs<typeof reference>),
    );
    note(`Acted ${authority}.`);
    return answer;
  } catch (error) {
    const words = error instanceof Refused ? refusalInWords(error.code, args) : null;
    throw words === null ? error : new CliError(words, EXIT.refused, { cause: error });
  }
}

/**
 * Returns a refusal that quotes the input, or null to keep the server's text. The server's text of
 * these codes is meant for a form, next to its field: "Already exist", "Select Your Model".
 */
function refusalInWords(code: string, args: Record<string, unknown>): string | null {
  const { email, value, mailId } = args;
  switch (code) {
    case "ENTRY_NOT_SELECTED":
      return entryRefusal(args);
    case "LISTED_EMAIL_TAKEN":
      return `${String(email)} is already on the list.`;
    case "OPTION_TAKEN":
      return `The list already has ${JSON.stringify(value)}.`;
    case "RECIPIENT_UNKNOWN":
      return `${String(email)} has no account.`;
    case "MAIL_MISSING":
      return noMail(String(mailId));
    case "ADMIN_NOT_LISTED":
      return `The list has no entry ${JSON.stringify(email)}.`;
    default:
      return null;
  }
}

export function noMail(mailId: string): string {
  return `The outbox has no mail with the id ${JSON.stringify(mailId)}: "sms mail list" shows the ids.`;
}

function entryRefusal(args: Record<string, unknown>): string {
  const [entry, into] = [JSON.stringify(args["selected"]), JSON.stringify(args["into"])];
  if (into !== undefined) {
    const isOne = entry === into;
    return isOne
      ? `${entry} cannot be merged with itself.`
      : `The list does not have both ${entry} and ${into}.`;
  }
  const hasText = "value" in args || "email" in args;
  return `The list has no entry ${entry}${hasText ? ", or the new one is empty" : ""}.`;
}

/** Changes some of a person's settings. @param email as typed */
export async function updateSettings(
  email: string,
  settings: SettingsInput,
  reason: string | undefined,
): Promise<FunctionReturnType<typeof api.users.update>> {
  const why = reason === undefined ? {} : { reason };
  const args = { email, settings, ...why };
  return await administer(api.users.update, internal.users.updateFromTerminal, args);
}

type Person = NonNullable<FunctionReturnType<typeof api.users.getByEmail>>;

/** Returns a person's record and the samples that they hold. @param email as typed */
export async function getPerson(email: string): Promise<Person> {
  const { client, by } = await readerClient(await readConfig());
  const { getByEmailFromTerminal } = internal.users;
  const reference = functionFor(by, api.users.getByEmail, getByEmailFromTerminal);
  const person = await client.query(reference, { email });
  if (person === null) throw new CliError(`${email} is not a person you may see.`);
  return person;
}

type Listed = FunctionReturnType<typeof api.supervisors.list>;

/** Creates the command `list` for the supervisor list or the admin list. */
export function listCommand({
  asPerson,
  fromTerminal,
  description,
  example,
}: {
  asPerson: FunctionReference<"query", "public", Record<string, never>, Listed>;
  fromTerminal: FunctionReference<"query", "internal", Record<string, never>, Listed>;
  description: string;
  example: string;
}): Command {
  return new Command("list")
    .description(description)
    .option("--json", "print one JSON object per entry")
    .addHelpText("after", examples(example))
    .action(async (options: { json?: true }) => {
      const { client, by } = await adminClient(await readConfig());
      const entries = await client.query(functionFor(by, asPerson, fromTerminal), {});
      if (options.json) return entries.forEach(printJson);
      printTable(entries, [
        { title: "E-mail", value: ({ email }) => email },
        { title: "Name", rank: 1, value: ({ displayName }) => displayName ?? "" },
        { title: "Role", value: ({ role }) => role ?? "no account" },
      ]);
    });
}

/** Maximum number of commands listed in a warning. */
const MAX_COMMANDS = 20;

/**
 * Warns which people lost their supervisor by a change, with the command that gives each another
 * one.
 */
export function noteUnsupervised(email: string, reports: readonly string[]): void {
  if (reports.length === 0) return;
  const people =
    reports.length === 1 ? "1 person still reports" : `${reports.length} people still report`;
  note(`${people} to ${email}, who no longer supervises anyone. Give them another supervisor:`);
  for (const report of reports.slice(0, MAX_COMMANDS)) {
    note(`  sms users set-supervisor ${report} SUPERVISOR`);
  }
  const more = reports.length - MAX_COMMANDS;
  if (more > 0) note(`  … and ${more} more: "sms users list" shows each person's supervisor.`);
}
