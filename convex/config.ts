import { v } from "convex/values";
import { parseCompanyDomain } from "#domain/common/email";
import { isLoopbackAddress, parseNetworks } from "#domain/common/networkAddress";
import { readSignInSettings } from "#domain/accounts/signInSettings";
import type { QueryCtx } from "./_generated/server";
import { publicQuery } from "./lib/functions";
import { role } from "./schema/accounts";

/**
 * Environment variables of the deployment (`npx convex env set NAME value`). In addition,
 * @convex-dev/auth needs JWT_PRIVATE_KEY and JWKS (RS256), and Convex sets CONVEX_SITE_URL. The
 * settings for ways to sign in are named and read in domain/accounts/signInSettings.ts.
 */
const NAMES = {
  /**
   * `example.com`: only addresses of this domain may have an account. If unset, no one can sign up
   * or in.
   */
  companyDomain: "SMS_COMPANY_DOMAIN",
  /** Shown in the app and in mails. Default: the domain. */
  companyName: "SMS_COMPANY_NAME",
  /** Link in the sidebar's footer. Default: https://<domain>. */
  companyUrl: "SMS_COMPANY_URL",
  /** Address of the web app, `https://sms.example.com`: every link in a mail begins with it. */
  baseUrl: "SMS_BASE_URL",
  /** E-mail of the default supervisor of new accounts. Default: the longest-serving admin. */
  defaultSupervisor: "SMS_DEFAULT_SUPERVISOR",
  /** Days after which the private data of people who left is erased. Default: 90. */
  eraseAfterDays: "SMS_ERASE_AFTER_DAYS",
  /**
   * `explicit`: messages reveal whether an address has an account. Any other value means `uniform`,
   * the default: the same message either way.
   */
  accountMessages: "ACCOUNT_MESSAGES",
  /** Set by the embedded server (server/environment.ts), whose answers may have any size. */
  streamsExports: "SMS_STREAMS_EXPORTS",
  /** `10.1.0.0/16, fd00::/8`: private networks to which webhooks may deliver. Default: none. */
  webhookNetworks: "SMS_WEBHOOK_NETWORKS",
  /** Set only in a demo: shown on the sign-in page; also enables the demo API (http.ts). */
  demoPassword: "SMS_DEMO_PASSWORD",
  /** URL of the company's mail server (format: domain/mail/smtpServer.ts). */
  smtpUrl: "SMS_SMTP_URL",
  /** API key of Resend, used if no mail server is set. With neither, mail stays in the outbox. */
  resendApiKey: "RESEND_API_KEY",
  /** Sender of mails, `SMS <sms@example.com>`. Default: no-reply@<domain>. */
  mailFrom: "SMS_MAIL_FROM",
} as const;

/**
 * Reads a variable; empty counts as unset. Reads it on each call, so `convex env set` takes effect
 * immediately.
 */
function read(name: keyof typeof NAMES): string | null {
  return readVariable(NAMES[name]);
}

/** The service that sends mails; null if they stay in the outbox. */
export type MailServiceSettings =
  | { readonly kind: "smtp"; readonly url: string }
  | { readonly kind: "resend"; readonly apiKey: string };

function mailService(): MailServiceSettings | null {
  const url = read("smtpUrl");
  if (url !== null) return { kind: "smtp", url };
  const apiKey = read("resendApiKey");
  return apiKey === null ? null : { kind: "resend", apiKey };
}

const readVariable = (name: string) => process.env[name]?.trim() || null;

/** The ways to sign in. */
export const signInSettings = () => readSignInSettings(readVariable);

/** Null for any other text, so that a typo cannot cause an early erasure. */
function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

/** The deployment's settings with their defaults. */
export function settings() {
  const companyDomain = parseCompanyDomain(read("companyDomain") ?? "") ?? "";
  const companyName = read("companyName") ?? companyDomain;
  const demoPassword = read("demoPassword");
  return {
    companyDomain,
    companyName,
    companyUrl: read("companyUrl") ?? (companyDomain && `https://${companyDomain}`),
    baseUrl: (read("baseUrl") ?? "http://localhost:3210").replace(/\/+$/, ""),
    defaultSupervisor: read("defaultSupervisor")?.toLowerCase() ?? null,
    eraseAfterDays: wholeNumber(read("eraseAfterDays")) ?? 90,
    accountMessages: read("accountMessages") === "explicit" ? "explicit" : "uniform",
    demoPassword,
    streamsExports: read("streamsExports") !== null,
    /** Loopback is allowed in a demo, which runs on a single computer. */
    webhookReceivers: {
      allowsLoopback: demoPassword !== null,
      networks: parseNetworks(read("webhookNetworks") ?? ""),
    },
    mailService: mailService(),
    mailFrom: read("mailFrom") ?? `${companyName} SMS <no-reply@${companyDomain}>`,
  } as const;
}

/** Maximum number of accounts shown on a demo's sign-in page. */
const MAX_DEMO_ACCOUNTS = 20;

/**
 * The settings that pages before sign-in need. The only secret among them is the demo's password,
 * which is public.
 */
const publicSettings = publicQuery({
  args: {},
  returns: v.object({
    companyDomain: v.string(),
    companyName: v.string(),
    companyUrl: v.string(),
    baseUrl: v.string(),
    accountMessages: v.union(v.literal("uniform"), v.literal("explicit")),
    eraseAfterDays: v.number(),
    /** False: mail stays in the outbox. */
    sendsMail: v.boolean(),
    allowsPasswords: v.boolean(),
    /** True on the computer's own address while there is no admin; elsewhere that stays secret. */
    needsAdmin: v.boolean(),
    /** Text of the button that leads to the issuer; null without one. */
    issuerLabel: v.union(v.string(), v.null()),
    demo: v.union(
      v.null(),
      v.object({
        password: v.string(),
        accounts: v.array(v.object({ email: v.string(), role, displayName: v.string() })),
      }),
    ),
  }),
  handler: async (ctx) => {
    const { companyDomain, companyName, companyUrl, baseUrl, ...others } = settings();
    const { accountMessages, eraseAfterDays, demoPassword, mailService } = others;
    const company = { companyDomain, companyName, companyUrl, baseUrl };
    const sendsMail = mailService !== null;
    const { issuer, allowsPasswords } = signInSettings();
    const ways = { allowsPasswords, issuerLabel: issuer?.label ?? null };
    const needsAdmin = demoPassword === null && isOwnAddress(baseUrl) && !(await hasAdmin(ctx));
    const shown = { ...company, accountMessages, eraseAfterDays, sendsMail, ...ways, needsAdmin };
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

/** True for an address that only this computer can open. */
function isOwnAddress(url: string): boolean {
  const hostname = URL.canParse(url) ? new URL(url).hostname : "";
  return hostname === "localhost" || isLoopbackAddress(hostname);
}

async function hasAdmin(ctx: QueryCtx): Promise<boolean> {
  const admin = await ctx.db
    .query("users")
    .withIndex("by_role_and_isActive", (q) => q.eq("role", "admin").eq("isActive", true))
    .first();
  return admin !== null;
}
