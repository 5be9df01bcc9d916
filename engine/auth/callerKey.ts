import { createHash } from "node:crypto";
import type { TurnKey } from "../commit/mutationQueue";
import type { Caller } from "../functions/types";
import { networkOf } from "../http/clientIp";
import { accountOf } from "./account";

/**
 * Returns a key for the person or program behind a call. Calls with the same key share the blocks
 * of calls that hung the server:
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

/**
 * Returns where a call waits for the thread and in the mutation queue. Callers take turns, so each
 * needs to be hard to multiply: an Authorization header that only the app can verify counts as part
 * of its address, since anyone can make up a thousand of them. Within one address, headers take
 * turns:
 *
 *     a valid token                      its account
 *     another Authorization header       address 192.0.2.7, token 3fa9c1d27b604e18
 *     none of these                      address 192.0.2.7
 *
 * @param ownIssuer see `accountOf`
 */
export function turnKeyOf(caller: Caller, ownIssuer: string): TurnKey {
  const { identity, isAdmin, job, request } = caller;
  const key = callerKeyOf(caller, ownIssuer);
  const isUnverified = job === undefined && !isAdmin && identity === null;
  if (!isUnverified || request?.credentialHash === undefined) return { caller: key, part: "" };
  const { credentialHash: _, ...origin } = request;
  return { caller: callerKeyOf({ ...caller, request: origin }, ownIssuer), part: key };
}

/** Start of an Authorization header's SHA-256: distinguishes headers without revealing them. */
export function credentialHashOf(authorization: string): string {
  return createHash("sha256").update(authorization).digest("hex").slice(0, 16);
}
