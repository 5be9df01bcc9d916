import { createHash } from "node:crypto";
import type { Caller } from "../functions/types";
import { networkOf } from "../http/clientIp";
import { accountOf } from "./account";

/**
 * Returns a key for the person or program behind a call. Calls with the same key use one share of
 * the thread, take turns as one caller in the mutation queue, and share the blocks of calls that
 * hung the server:
 *
 *     a scheduled function               job reports:send
 *     the deployment's admin key         admin
 *     a valid token                      its account: https://sms.example|j57038h2b99xdb42
 *     another Authorization header       token 3fa9c1d27b604e18
 *     none of these                      address 192.0.2.7 (IPv6: the network, 64 bits)
 *     the deployment itself              deployment
 *
 * @param ownIssuer see `accountOf`
 */
export function callerKeyOf(
  { identity, isAdmin, job, request }: Caller,
  ownIssuer: string,
): string {
  if (job !== undefined) return `job ${job}`;
  if (isAdmin) return "admin";
  if (identity !== null) return accountOf(identity, ownIssuer);
  if (request?.credentialHash !== undefined) return `token ${request.credentialHash}`;
  return typeof request?.ip === "string" ? `address ${networkOf(request.ip)}` : "deployment";
}

/** Start of an Authorization header's SHA-256: distinguishes headers without revealing them. */
export function credentialHashOf(authorization: string): string {
  return createHash("sha256").update(authorization).digest("hex").slice(0, 16);
}
