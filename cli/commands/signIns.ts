/** Commands that administer other people's ways to sign in. */
import { randomBytes } from "node:crypto";
import { Argument, Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { omitUndefined } from "#domain/common/objects";
import { ROLES, type Role } from "#domain/custody/workflow";
import { adminClient, asTerminal, functionFor, terminalClient } from "../admin";
import { administer, REASON, type ReasonOption } from "../administration";
import { readConfig } from "../config";
import { CliError, EXIT } from "../errors";
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
    note("The link is good for 15 minutes, once. Anyone who has it is signed in as that admin.");
  });

export const unlink = new Command("unlink")
  .description(
    "Removes an account's link to the company's sign-in; the next sign-in creates another",
  )
  .argument("<email>", "whose account")
  .option(...REASON)
  .addHelpText("after", examples('sms users unlink ana@example.com --reason "new Entra account"'))
  .action(async (email: string, { reason }: ReasonOption) => {
    const args = omitUndefined({ email, reason });
    const wasLinked = await administer(api.issuer.unlink, internal.issuer.unlinkFromTerminal, args);
    note(
      wasLinked
        ? `${email} is no longer linked to the company's sign-in.`
        : `${email} was not linked to the company's sign-in.`,
    );
  });

export const resetSecondFactor = new Command("reset-second-factor")
  .description("Resets the second factor of a person who lost their phone and recovery codes")
  .argument("<email>", "whose second factor")
  .requiredOption(...REASON)
  .addHelpText(
    "after",
    examples(
      'sms users reset-second-factor ana@example.com --reason "lost phone, asked in person"',
    ),
  )
  .action(async (email: string, { reason }: { reason: string }) => {
    const { resetFromTerminal } = internal.secondFactors;
    await administer(api.secondFactors.reset, resetFromTerminal, { email, reason });
    note(`${email} no longer has a second factor, and is signed out everywhere.`);
  });

export const secondFactor = new Command("second-factor")
  .description("Shows or sets the roles whose people must have a second factor")
  .addArgument(new Argument("[roles...]", "the roles that must have one").choices(ROLES))
  .option("--none", "no role must have one")
  .option(...REASON)
  .addHelpText(
    "after",
    examples("sms users second-factor admin # without roles: shows them; --none: no role"),
  )
  .action(async (roles: Role[], { none, reason }: { none?: true } & ReasonOption) => {
    if (none && roles.length > 0) throw new CliError("Give roles or --none.", EXIT.usage);
    if (none || roles.length > 0) {
      const { setRoles } = api.secondFactors;
      const args = omitUndefined({ roles, reason });
      await administer(setRoles, internal.secondFactors.setRolesFromTerminal, args);
      note(roles.length > 0 ? SIGNED_OUT : "No role must have a second factor.");
      return;
    }
    const { client, by } = await adminClient(await readConfig());
    const { rolesFromTerminal } = internal.secondFactors;
    const required = await client.query(
      functionFor(by, api.secondFactors.roles, rolesFromTerminal),
      {},
    );
    print(required.join("\n") || "none");
  });

const SIGNED_OUT =
  "People of these roles set up a second factor at their next sign-in; those without one are signed out now.";
