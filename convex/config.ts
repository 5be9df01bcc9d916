import { v } from "convex/values";
import { publicQuery } from "./lib/functions";
import { role } from "./schema/accounts";

/**
 * Environment variables of the deployment (`npx convex env set NAME value`). Beside these,
 * @convex-dev/auth needs JWT_PRIVATE_KEY and JWKS (RS256); CONVEX_SITE_URL is the platform's own.
 */
const NAMES = {
  /** `example.com`: whose addresses may have an account. Without it, nobody can sign up or in. */
  companyDomain: "SMS_COMPANY_DOMAIN",
  /** Shown in the app and in mails. Default: the domain. */
  companyName: "SMS_COMPANY_NAME",
  /** Link in the sidebar's footer. Default: https://<domain>. */
  companyUrl: "SMS_COMPANY_URL",
  /** Where the web app is, `https://sms.example.com`: links in mails begin with it, and with nothing else. */
  baseUrl: "SMS_BASE_URL",
  /** E-mail that new accounts get as their supervisor. Default: whoever has been an admin for longest. */
  defaultSupervisor: "SMS_DEFAULT_SUPERVISOR",
  /**
   * `explicit`: the spec's words, which tell a visitor whether an address has an account.
   * Anything else, and the default, `uniform`: the same answer either way.
   */
  accountMessages: "ACCOUNT_MESSAGES",
  /** Set only in a demo: shown on the sign-in page, turns the demo API on (http.ts). */
  demoPassword: "SMS_DEMO_PASSWORD",
  /** Mail is sent through Resend. Without it, mail stays in the outbox. */
  resendApiKey: "RESEND_API_KEY",
  /** Sender of mails, `SMS <sms@example.com>`. Default: no-reply@<domain>. */
  mailFrom: "SMS_MAIL_FROM",
} as const;

/** Unset and empty are the same. Read at each call: `convex env set` works at once. */
function read(name: keyof typeof NAMES): string | null {
  return process.env[NAMES[name]]?.trim() || null;
}

/** The deployment's settings with their defaults. */
export function settings() {
  const companyDomain = read("companyDomain")?.toLowerCase() ?? "";
  const companyName = read("companyName") ?? companyDomain;
  return {
    companyDomain,
    companyName,
    companyUrl: read("companyUrl") ?? (companyDomain && `https://${companyDomain}`),
    baseUrl: (read("baseUrl") ?? "http://localhost:3210").replace(/\/+$/, ""),
    defaultSupervisor: read("defaultSupervisor")?.toLowerCase() ?? null,
    accountMessages: read("accountMessages") === "explicit" ? "explicit" : "uniform",
    demoPassword: read("demoPassword"),
    resendApiKey: read("resendApiKey"),
    mailFrom: read("mailFrom") ?? `${companyName} SMS <no-reply@${companyDomain}>`,
  } as const;
}

/** The sign-in page of a demo shows this many accounts at most. */
const MAX_DEMO_ACCOUNTS = 20;

/** What the pages before sign-in need. No secret but the demo's, which is for everybody to see. */
const publicSettings = publicQuery({
  args: {},
  returns: v.object({
    companyDomain: v.string(),
    companyName: v.string(),
    companyUrl: v.string(),
    baseUrl: v.string(),
    accountMessages: v.union(v.literal("uniform"), v.literal("explicit")),
    demo: v.union(
      v.null(),
      v.object({
        password: v.string(),
        accounts: v.array(v.object({ email: v.string(), role, displayName: v.string() })),
      }),
    ),
  }),
  handler: async (ctx) => {
    const { companyDomain, companyName, companyUrl, baseUrl, accountMessages, demoPassword } =
      settings();
    const shown = { companyDomain, companyName, companyUrl, baseUrl, accountMessages };
    if (demoPassword === null) return { ...shown, demo: null };
    const people = await ctx.db
      .query("users")
      .withIndex("by_isDemo", (q) => q.eq("isDemo", true))
      .take(MAX_DEMO_ACCOUNTS);
    const accounts = people.map(({ email, role, displayName }) => ({ email, role, displayName }));
    return { ...shown, demo: { password: demoPassword, accounts } };
  },
});
export { publicSettings as public };
