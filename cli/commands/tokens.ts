import { Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { adminClient, functionFor } from "../admin";
import { administer } from "../administration";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { onlyOne } from "../onlyOne";
import { examples } from "../options";
import { dateText, note, printJson, printTable } from "../output";
import { allRows } from "../pages";

type Token = {
  readonly _id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt?: number;
  readonly expiresAt?: number;
  /** The owner's e-mail; undefined in a list of one's own tokens. */
  readonly owner?: string;
};

const ALL = ["--all", "all people's, with their owners: needs an admin"] as const;

const list = new Command("list")
  .description("Shows your API tokens, newest first; the web app makes them, in the Profile")
  .option(...ALL)
  .option("--json", "print one JSON object per token")
  .addHelpText("after", examples("sms tokens list", "sms tokens list --all --json"))
  .action(async (options: { all?: true; json?: true }) => {
    const tokens = options.all ? await everybodys() : await own();
    if (options.json) return tokens.forEach(printJson);
    if (tokens.length === 0) return note("There is no API token.");
    printTable(tokens, [
      { title: "Name", value: ({ name }) => name },
      { title: "Begins", value: ({ hint }) => hint },
      { title: "Scopes", rank: 1, value: ({ scopes }) => scopes.join(", ") },
      ...(options.all ? [{ title: "Owner", value: ({ owner = "" }: Token) => owner }] : []),
      { title: "Last used", rank: 1, value: ({ lastUsedAt }) => dateText(lastUsedAt) },
      { title: "Ends", rank: 1, value: ({ expiresAt }) => dateText(expiresAt) },
      { title: "Id", rank: 2, value: ({ _id }) => _id },
    ]);
  });

const revoke = new Command("revoke")
  .description("Revokes an API token: programs that use it are refused from then on")
  .argument("<token>", "its id, or the characters that it begins with")
  .option("--all", "also other people's: needs an admin")
  .addHelpText("after", examples("sms tokens revoke sms_Ab3x", "sms tokens revoke kh7… --all"))
  .action(async (text: string, options: { all?: true }) => {
    const token = find(options.all ? await everybodys() : await own(), text);
    const { _id: tokenId, name, owner } = token;
    if (options.all) {
      await administer(api.tokens.revokeAny, internal.tokens.revokeAnyFromTerminal, { tokenId });
    } else {
      await signedInClient(await readConfig()).mutation(api.tokens.revoke, { tokenId });
    }
    note(`${name}${owner === undefined ? "" : ` of ${owner}`}: revoked`);
  });

export const tokens = new Command("tokens")
  .description("Shows and revokes API tokens, with which programs read over HTTP")
  .addHelpText("after", examples("sms tokens list"))
  .addCommand(list)
  .addCommand(revoke);

async function own(): Promise<readonly Token[]> {
  return await signedInClient(await readConfig()).query(api.tokens.list, {});
}

async function everybodys(): Promise<readonly Token[]> {
  const { client, by } = await adminClient(await readConfig());
  const reference = functionFor(by, api.tokens.listAll, internal.tokens.listAllFromTerminal);
  const found: Token[] = [];
  for await (const token of allRows((paginationOpts) =>
    client.query(reference, { paginationOpts }),
  )) {
    found.push(token);
  }
  return found;
}

/** @throws CliError unless exactly one token begins with the text */
function find(tokens: readonly Token[], text: string): Token {
  const found = tokens.filter(({ _id, hint }) => _id === text || text.startsWith(hint));
  return onlyOne(
    found,
    `No API token of yours is "${text}".`,
    (count) => `${count} tokens begin so: give the id of one.`,
  );
}
