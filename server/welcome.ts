import { relative } from "node:path";
import { parseSmtpUrl } from "#domain/mail/smtpServer";
import type { Deployment } from "../engine/deployment";
import { COMMANDS } from "./commandNames";
import type { Demo } from "./demo";
import { runQuery } from "./internalCalls";
import { DEFAULT_PORT, type Settings } from "./settings";

const DEFAULT_FOLDER = ".sms-data";

type Account = { readonly email: string; readonly role: string; readonly displayName: string };

/**
 * Returns `command` with the variables that it needs, in a second terminal in the same folder, to
 * reach this deployment.
 */
export function commandFor(
  { port, dataDir }: Pick<Settings, "port" | "dataDir">,
  command: string,
): string {
  const folder = shownFolder(dataDir);
  const variables = [
    ...(folder === DEFAULT_FOLDER
      ? []
      : [`SMS_DATA_DIR=${/\s/.test(folder) ? `'${folder}'` : folder}`]),
    ...(port === DEFAULT_PORT ? [] : [`SMS_URL=http://localhost:${port}`]),
  ];
  return [...variables, command].join(" ");
}

/** The folder as a person types it: relative to the current one if it is inside. */
function shownFolder(dataDir: string): string {
  const folder = relative(process.cwd(), dataDir) || dataDir;
  return folder.startsWith("..") ? dataDir : folder;
}

/** Prints the next steps: the address, the accounts, where mail goes, and where the data is. */
export async function printWelcome(
  deployment: Deployment,
  settings: Settings,
  demo: Demo | null,
): Promise<void> {
  const { environment } = deployment;
  const lines = [
    "",
    `  SMS is running at ${settings.baseUrl}`,
    "",
    ...(demo ? await demoLines(deployment, demo) : await firstSteps(deployment, settings)),
    `  Mail  ${mailWay(environment, commandFor(settings, `${COMMANDS.sms} mail list`))}`,
    `  Data  ${shownFolder(settings.dataDir)}`,
    "  Stop  Ctrl-C",
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Returns where mail goes, as words. */
function mailWay(environment: Deployment["environment"], readCommand: string): string {
  const parsed = parseSmtpUrl(environment.get("SMS_SMTP_URL") ?? "");
  if ("server" in parsed) return `is sent through ${parsed.server.host}:${parsed.server.port}`;
  if (environment.get("RESEND_API_KEY")) return "is sent through Resend";
  return `stays here; read it with  ${readCommand}`;
}

async function demoLines(deployment: Deployment, { password }: Demo): Promise<string[]> {
  const shown = await runQuery(deployment, "config:public", {});
  const { demo } = shown as { demo: { accounts: Account[] } | null };
  const accounts = demo?.accounts ?? [];
  const width = Math.max(0, ...accounts.map(({ email }) => email.length));
  return [
    `  Demo accounts, all with the password  ${password}`,
    ...accounts.map(({ email, role }) => `    ${email.padEnd(width)}  ${role}`),
    "",
  ];
}

/** Returns the steps to the first admin; empty once there is one. */
async function firstSteps(deployment: Deployment, settings: Settings): Promise<string[]> {
  const companyDomain = deployment.environment.get("SMS_COMPANY_DOMAIN");
  if (companyDomain === null) {
    return [
      "  No one can sign up yet: start with the company's mail domain,",
      `    SMS_COMPANY_DOMAIN=example.com ${COMMANDS.start}`,
      "",
    ];
  }
  if (await runQuery(deployment, "users:hasAdmin", {})) return [];
  return [
    `  Sign up with an address at ${companyDomain}; make the first admin with`,
    `    ${commandFor(settings, `${COMMANDS.sms} users set-role <e-mail> admin`)}`,
    "",
  ];
}
