import { Command } from "commander";
import type { FunctionReturnType } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import { adminClient, functionFor } from "../admin";
import { administer } from "../administration";
import { readConfig } from "../config";
import { onlyOne } from "../onlyOne";
import { examples } from "../options";
import { dateText, note, print, printJson, printTable } from "../output";

type Token = FunctionReturnType<typeof api.scim.tokens>[number];

const list = new Command("list")
  .description("Shows the SCIM tokens, newest first")
  .option("--json", "print one JSON object per token")
  .addHelpText("after", examples("sms scim token list", "sms scim token list --json"))
  .action(async (options: { json?: true }) => {
    const tokens = await readAll();
    if (options.json) return tokens.forEach(printJson);
    if (tokens.length === 0) return note("There is no SCIM token.");
    printTable(tokens, [
      { title: "Name", value: ({ name }) => name },
      { title: "Begins", value: ({ hint }) => hint },
      { title: "Last used", rank: 1, value: ({ lastUsedAt }) => dateText(lastUsedAt) },
      { title: "Id", rank: 2, value: ({ _id }) => _id },
    ]);
  });

const create = new Command("create")
  .description("Creates a token for a company's directory, and prints its secret, once")
  .argument("<name>", "names the directory in the audit log")
  .addHelpText(
    "after",
    examples(
      "sms scim token create Okta",
      '(umask 077; sms scim token create "Entra ID" > secret.txt)  # for you only',
    ),
  )
  .action(async (name: string) => {
    const { client, by } = await adminClient(await readConfig());
    const { createTokenFromTerminal } = internal.scim;
    const reference = functionFor(by, api.scim.createToken, createTokenFromTerminal);
    print(await client.action(reference, { name }));
    note("Created. The secret above is not shown again.");
  });

const revoke = new Command("revoke")
  .description("Revokes a token: its directory is refused from then on")
  .argument("<token>", "its name, its id, or the characters that it begins with")
  .addHelpText("after", examples("sms scim token revoke Okta", "sms scim token revoke scim_Ab3x"))
  .action(async (text: string) => {
    const { _id: tokenId, name } = find(await readAll(), text);
    const { revokeTokenFromTerminal } = internal.scim;
    await administer(api.scim.revokeToken, revokeTokenFromTerminal, { tokenId });
    note(`${name}: revoked`);
  });

const token = new Command("token")
  .description("Creates, shows and revokes the tokens of directories")
  .addHelpText("after", examples("sms scim token list"))
  .addCommand(list)
  .addCommand(create)
  .addCommand(revoke);

const waiting = new Command("waiting")
  .description("Lists people whose manager in the directory cannot supervise here yet; at most 50")
  .option("--json", "print one JSON object per person")
  .addHelpText("after", examples("sms scim waiting"))
  .action(async (options: { json?: true }) => {
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(by, api.scim.waiting, internal.scim.waitingFromTerminal);
    const people = await client.query(reference, {});
    if (options.json) return people.forEach(printJson);
    if (people.length === 0) return note("No one is waiting for a manager.");
    printTable(people, [
      { title: "Person", value: ({ email }) => email },
      { title: "Manager", value: ({ manager }) => manager },
    ]);
  });

export const scim = new Command("scim")
  .description("Lets a company's directory (Entra ID, Okta) create and deactivate people")
  .addHelpText("after", examples("sms scim token create Okta"))
  .addCommand(token)
  .addCommand(waiting);

async function readAll(): Promise<Token[]> {
  const { client, by } = await adminClient(await readConfig());
  const reference = functionFor(by, api.scim.tokens, internal.scim.tokensFromTerminal);
  return await client.query(reference, {});
}

/** @throws CliError unless exactly one token is meant */
function find(tokens: readonly Token[], text: string): Token {
  const found = tokens.filter(
    ({ _id, name, hint }) => _id === text || name === text || text.startsWith(hint),
  );
  return onlyOne(
    found,
    `No SCIM token is "${text}".`,
    (count) => `${count} tokens are: give the id of one.`,
  );
}
