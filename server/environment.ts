import { readSignInSettings, SIGN_IN_VARIABLES } from "#domain/accounts/signInSettings";
import type { Deployment } from "../engine/deployment";
import type { Demo } from "./demo";
import { runMutation } from "./internalCalls";
import { newSigningKeys } from "./secrets";
import { Problem, type Settings } from "./settings";

/**
 * Product settings accepted by `npm start` as well as by `npx convex env set`; convex/config.ts
 * documents each. A setting passed once is stored.
 */
const FORWARDED_VARIABLES = [
  "SMS_COMPANY_DOMAIN",
  "SMS_COMPANY_NAME",
  "SMS_COMPANY_URL",
  "SMS_DEFAULT_SUPERVISOR",
  "SMS_ERASE_AFTER_DAYS",
  "ACCOUNT_MESSAGES",
  "SMS_WEBHOOK_NETWORKS",
  "SMS_SMTP_URL",
  "RESEND_API_KEY",
  "SMS_MAIL_FROM",
  ...SIGN_IN_VARIABLES,
];

/** Mail services: setting one replaces the service of an earlier start. */
const MAIL_SERVICES = ["SMS_SMTP_URL", "RESEND_API_KEY"];

/** Company of a demo. Domains below .example are reserved (RFC 2606), so it belongs to no one. */
const DEMO_ENVIRONMENT = {
  SMS_COMPANY_DOMAIN: "lab.example",
  SMS_COMPANY_NAME: "Demo Lab",
  // These texts reveal which accounts exist, as the demo's sign-in page does anyway.
  ACCOUNT_MESSAGES: "explicit",
};

/**
 * Sets the deployment's environment variables. The first start creates the keys that sign access
 * tokens and fills the pick lists; each start stores the variables passed to `npm start`. Functions
 * see nothing else of this process's environment.
 *
 * @throws Problem when the ways to sign in are configured wrongly, before anything is set
 */
export async function setEnvironment(
  deployment: Deployment,
  { baseUrl }: Settings,
  demo: Demo | null,
  given: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { environment } = deployment;
  requireSignIn((name) => given[name]?.trim() || environment.get(name), demo !== null);
  const wanted = new Map<string, string | null>([
    ["SMS_BASE_URL", baseUrl],
    ["SMS_STREAMS_EXPORTS", "1"],
    ["SMS_DEMO_PASSWORD", demo?.password ?? null],
  ]);
  if (environment.get("JWT_PRIVATE_KEY") === null) {
    // The first start, or a start after an interrupted first one.
    await runMutation(deployment, "lookups:seed", {});
    addAll(wanted, await newSigningKeys());
  }
  if (demo) addAll(wanted, DEMO_ENVIRONMENT);
  if (MAIL_SERVICES.some((name) => given[name])) {
    for (const name of MAIL_SERVICES) wanted.set(name, null);
  }
  for (const name of FORWARDED_VARIABLES) if (given[name]) wanted.set(name, given[name]);
  const changes = [...wanted]
    .map(([name, value]) => ({ name, value }))
    .filter(({ name, value }) => environment.get(name) !== value);
  if (changes.length > 0) await environment.set(changes);
}

/**
 * Checks the ways to sign in, of which some settings may be from an earlier start.
 *
 * @throws Problem naming each fault
 */
export function requireSignIn(
  read: Parameters<typeof readSignInSettings>[0],
  isDemo: boolean,
): void {
  const { faults, allowsPasswords } = readSignInSettings(read);
  if (isDemo && !allowsPasswords) {
    throw new Problem("SMS_PASSWORDS is off, but a demo's people sign in with a password.");
  }
  if (faults.length > 0) throw new Problem(faults.join("\n"));
}

function addAll(to: Map<string, string | null>, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) to.set(name, value);
}
