/**
 * One-click unsubscribe without a sign-in (RFC 8058). A mail program posts to the URL in
 * `List-Unsubscribe`. A person who opens it gets a page with a button, because link scanners open
 * every URL in a mail. A MAC in the URL proves that this deployment issued it, so no table of URLs
 * is needed. New signing keys void the URLs in mails that were sent before.
 */
import type { Infer } from "convex/values";
import { escapeHtml } from "#domain/mail/mailFrame";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { settings } from "../../config";
import type { mailList } from "../../schema/outbox";

export const UNSUBSCRIBE_PREFIX = "/unsubscribe/";

export type MailList = Infer<typeof mailList>;

const KINDS = ["digest", "report"] as const;

/** Headers of a list's mail; none if the app is served without TLS, which RFC 8058 requires. */
export async function unsubscribeHeaders(list: MailList): Promise<Record<string, string>> {
  const siteUrl = process.env["CONVEX_SITE_URL"] ?? "";
  if (!siteUrl.startsWith("https://")) return {};
  return {
    "List-Unsubscribe": `<${siteUrl}${await unsubscribePath(list)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

export async function unsubscribePath({ kind, id }: MailList): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await macKey(), macText({ kind, id }));
  const hex = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${UNSUBSCRIBE_PREFIX}${kind}/${id}/${hex}`;
}

/** Shows a person who opened the URL a button that posts to it. */
export async function showUnsubscribe(_ctx: ActionCtx, request: Request): Promise<Response> {
  const list = await listOf(request);
  if (list === null) return unknownAddress();
  const words = {
    digest: "You will no longer get the daily e-mail about what is waiting for you or late.",
    report: "This scheduled report will be paused.",
  }[list.kind];
  return page(
    200,
    "Stop these e-mails?",
    words,
    `<form method="post"><button>Stop them</button></form>`,
  );
}

/** Unsubscribes the reader from the list; idempotent. */
export async function unsubscribe(ctx: ActionCtx, request: Request): Promise<Response> {
  const list = await listOf(request);
  if (list === null) return unknownAddress();
  await ctx.runMutation(internal.mail.unsubscribe, { list });
  const words = {
    digest:
      "You will no longer get the daily e-mail. Your inbox still shows everything; turn the e-mail on again there.",
    report: "The report is paused. You can resume it under Scheduled Reports.",
  }[list.kind];
  return page(200, "Done", words);
}

function unknownAddress(): Response {
  const words = "This link no longer works. You can turn the daily e-mail off in your inbox.";
  return page(404, "Nothing was changed", words);
}

/** The list that a URL belongs to; null if this deployment did not issue the URL. */
async function listOf(request: Request): Promise<MailList | null> {
  const [kindText, id, hex = ""] = new URL(request.url).pathname
    .slice(UNSUBSCRIBE_PREFIX.length)
    .split("/");
  const kind = KINDS.find((each) => each === kindText);
  if (kind === undefined || id === undefined || !/^([\da-f]{2}){32}$/.test(hex)) return null;
  const mac = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
  const isOurs = await crypto.subtle.verify("HMAC", await macKey(), mac, macText({ kind, id }));
  return isOurs ? { kind, id } : null;
}

const macText = ({ kind, id }: MailList) => new TextEncoder().encode(`unsubscribe:${kind}:${id}`);

/** A secret that every deployment has; the text above limits the MAC to this purpose. */
async function macKey(): Promise<CryptoKey> {
  const secret = process.env["JWT_PRIVATE_KEY"];
  if (!secret) throw new Error("JWT_PRIVATE_KEY is not set");
  const bytes = new TextEncoder().encode(secret);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", bytes, hmac, false, ["sign", "verify"]);
}

const STYLE =
  "body{font:16px/24px system-ui,sans-serif;margin:15vh auto;max-width:28rem;padding:0 1rem}" +
  "button{font:inherit;padding:.5rem 1rem}:root{color-scheme:light dark}";

function page(status: number, title: string, words: string, form = ""): Response {
  const { baseUrl, companyName } = settings();
  const link = `<a href="${escapeHtml(`${baseUrl}/pages/inbox`)}">SMS, ${escapeHtml(companyName)}</a>`;
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${title}</title>` +
    `<style>${STYLE}</style><h1>${title}</h1><p>${words}</p>${form}<p>${link}</p></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      // With "no-referrer", a browser posts the form without an Origin, and the engine refuses
      // that.
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
