/** Commands that administer other people's ways to sign in. */
import { randomBytes } from "node:crypto";
import { Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { omitUndefined } from "#domain/common/objects";
import { asTerminal, terminalClient } from "../admin";
import { administer, REASON, type ReasonOption } from "../administration";
import { readConfig } from "../config";
import { examples } from "../options";
import { note, print } from "../output";

export const signInLink = new Command("sign-in-link")
  .description("Prints a link that signs an admin in once, when the company's sign-in fails")
  .argument("<email>", "an admin")
  .option(...REASON)
  .addHelpText(
    "after",
    examples('sms users sign-in-link helena@example.com --reason "Okta is down"'),
  )
  .action(async (email: string, { reason }: ReasonOption) => {
    const client = await terminalClient(await readConfig());
    const token = randomBytes(32).toString("base64url");
    const args = omitUndefined({ email, token, reason });
    await client.mutation(asTerminal(internal.tickets.makeLinkFromTerminal), args);
    const { baseUrl } = await client.query(api.config.public, {});
    print(`${baseUrl}/auth/link?token=${token}`);
    note("The link is good for 15 minutes, once. Whoever has it is signed in as that admin.");
  });

export const unlink = new Command("unlink")
  .description(
    "Takes away an account's link to the company's sign-in; the next sign-in makes another",
  )
  .argument("<email>", "whose account")
  .option(...REASON)
  .addHelpText("after", examples('sms users unlink ana@example.com --reason "new Entra account"'))
  .action(async (email: string, { reason }: ReasonOption) => {
    const args = omitUndefined({ email, reason });
    const wasLinked = await administer(api.issuer.unlink, internal.issuer.unlinkFromTerminal, args);
    note(
      wasLinked
        ? `${email} has no link to the company's sign-in any more.`
        : `${email} had no link to the company's sign-in.`,
    );
  });
