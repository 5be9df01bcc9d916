import { Command } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { admins } from "./commands/admins";
import { apiCommand } from "./commands/api";
import { audit } from "./commands/audit";
import { backup } from "./commands/backup";
import { check } from "./commands/check";
import { completion } from "./commands/completion";
import { confirmUpgrade } from "./commands/confirmUpgrade";
import { doctor } from "./commands/doctor";
import { exportCommand } from "./commands/export";
import { help } from "./commands/help";
import { importCommand } from "./commands/import";
import { lists } from "./commands/lists";
import { login } from "./commands/session/login";
import { logout } from "./commands/session/logout";
import { mail } from "./commands/mail";
import { reports } from "./commands/reports";
import { samples } from "./commands/samples";
import { scim } from "./commands/scim";
import { settings } from "./commands/settings";
import { stockTakes } from "./commands/stockTakes";
import { supervisors } from "./commands/supervisors";
import { tokens } from "./commands/tokens";
import { users } from "./commands/users";
import { watch } from "./commands/watch";
import { webhooks } from "./commands/webhooks";
import { whoami } from "./commands/session/whoami";
import { SERVER_HELP } from "./commandNames";
import { EXIT } from "./errors";
import { examples, takeChoicesInAnyCase } from "./options";

/** All commands of `sms`, and its help. */
export const program = new Command("sms")
  .helpCommand(false)
  .version(`sms ${packageJson.version}`, "-V, --version", "print the version")
  .description("Sample Management System: custody of test devices, from the terminal")
  .addHelpText(
    "after",
    `${SERVER_HELP}
Settings:
  SMS_URL        the server (default: the stored login's, else http://localhost:3210)
  SMS_TOKEN      what "sms login --print-token" prints, instead of a stored login;
                 for "sms api" an API token
  SMS_ADMIN_KEY  acts as the deployment: the first admin, the outbox, "sms check"
  SMS_DATA_DIR   where that key is found for a server on this computer (default: .sms-data)
Exit codes: ${EXIT.done} done, ${EXIT.refused} something was refused, ${EXIT.usage} wrong usage, ${EXIT.unreachable} server out of reach
${examples("sms login", "sms import new-devices.xlsx", "sms samples list --scope addressed")}`,
  );
const work = [
  samples,
  watch,
  importCommand,
  exportCommand,
  reports,
  stockTakes,
  tokens,
  apiCommand,
];
const administration = [
  users,
  settings,
  supervisors,
  admins,
  lists,
  audit,
  mail,
  webhooks,
  scim,
  check,
  doctor,
  backup,
  confirmUpgrade,
];
for (const command of [login, logout, whoami, ...work, ...administration, completion, help]) {
  program.addCommand(command);
}
throwInsteadOfExiting(program);
takeChoicesInAnyCase(program);

/**
 * Makes Commander throw instead of ending the process, for a command and all its subcommands:
 * Commander does not pass this setting on.
 */
function throwInsteadOfExiting(command: Command): void {
  command.exitOverride().showHelpAfterError('(add "--help" for what it takes)');
  command.commands.forEach(throwInsteadOfExiting);
}
