import { Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { administer, listCommand } from "../administration";
import { examples } from "../options";
import { note } from "../output";

const terminal = internal.admins;

const list = listCommand({
  asPerson: api.admins.list,
  fromTerminal: terminal.listFromTerminal,
  description: "Shows the admin list: who may be asked to take a return or approve a loss",
  example: "sms admins list --json",
});

const add = new Command("add")
  .description('Adds a user to the admin list; the role is given by "sms users set-role"')
  .argument("<email>", "whose address")
  .addHelpText("after", examples("sms admins add helena@example.com"))
  .action(async (email: string) => {
    await administer(api.admins.add, terminal.addFromTerminal, { email });
    note(MESSAGES.adminAdded);
  });

const remove = new Command("remove")
  .description("Removes an address from the admin list")
  .argument("<email>", "the listed address")
  .addHelpText("after", examples("sms admins remove helena@example.com"))
  .action(async (email: string) => {
    await administer(api.admins.remove, terminal.removeFromTerminal, { email });
    note(MESSAGES.adminDeleted);
  });

export const admins = new Command("admins")
  .description("Shows and maintains the admin list")
  .addHelpText("after", examples("sms admins list"))
  .addCommand(list)
  .addCommand(add)
  .addCommand(remove);
