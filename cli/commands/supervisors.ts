import { Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { administer, listCommand } from "../administration";
import { examples } from "../options";
import { note } from "../output";

const terminal = internal.supervisors;

const list = listCommand({
  asPerson: api.supervisors.list,
  fromTerminal: terminal.listFromTerminal,
  description: "Shows the supervisor list: who may be asked to take a return or approve a loss",
  example: "sms supervisors list --json",
});

const add = new Command("add")
  .description("Adds an address to the supervisor list; it gives no role")
  .argument("<email>", "the address")
  .addHelpText("after", examples("sms supervisors add ingrid@example.com"))
  .action(async (email: string) => {
    await administer(api.supervisors.add, terminal.addFromTerminal, { email });
    note(MESSAGES.supervisorEmailAdded);
  });

const update = new Command("update")
  .description("Replaces an address of the supervisor list by another")
  .argument("<entry>", "the listed address")
  .argument("<email>", "the address in its place")
  .addHelpText("after", examples("sms supervisors update old@example.com new@example.com"))
  .action(async (selected: string, email: string) => {
    await administer(api.supervisors.update, terminal.updateFromTerminal, { selected, email });
    note(MESSAGES.supervisorEmailUpdated);
  });

const remove = new Command("remove")
  .description("Removes an address from the supervisor list")
  .argument("<entry>", "the listed address")
  .addHelpText("after", examples("sms supervisors remove old@example.com"))
  .action(async (selected: string) => {
    await administer(api.supervisors.remove, terminal.removeFromTerminal, { selected });
    note(MESSAGES.supervisorDeleted);
  });

export const supervisors = new Command("supervisors")
  .description("Shows and maintains the supervisor list")
  .addHelpText("after", examples("sms supervisors list"))
  .addCommand(list)
  .addCommand(add)
  .addCommand(update)
  .addCommand(remove);
