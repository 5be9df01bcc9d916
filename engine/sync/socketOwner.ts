import { accountOf } from "../auth/account";
import type { Caller } from "../functions/types";
import { networkOf, siteOf } from "../http/clientIp";
import type { RotationPath } from "../commit/rotation";
import type { Allowance, SocketLimits } from "./socketLimits";

/** Sockets that share an allowance. */
export interface SocketGroup {
  readonly key: string;
  readonly allowance: Allowance;
  /** Name of the group in the sentence that refuses more, followed by that sentence's advice. */
  readonly name: string;
  readonly advice: string;
}

/** Account or network that a socket belongs to. */
export interface SocketOwner {
  readonly isVisitor: boolean;
  /** Groups in which the socket counts; it needs room in each. */
  readonly groups: readonly SocketGroup[];
  /**
   * The owner's position among the callers that share the thread (rotation.ts). All visitors
   * together take turns with each account, so strangers from many networks delay an account no more
   * than one does.
   */
  readonly path: RotationPath;
}

const CLOSE_TABS = "close other tabs, then reload this one";
const SIGN_IN = "sign in, or try again later";

/** @param ownIssuer see accountOf */
export function ownerOf(
  { identity, isAdmin }: Caller,
  ip: string | null,
  { limits, ownIssuer }: { limits: SocketLimits; ownIssuer: string },
): SocketOwner {
  if (isAdmin) {
    const key = "admin";
    const name = "the deployment's admin key";
    const group = { key, allowance: limits.account, name, advice: CLOSE_TABS };
    return { isVisitor: false, groups: [group], path: [key] };
  }
  if (identity !== null) {
    const key = `account ${accountOf(identity, ownIssuer)}`;
    const group = { key, allowance: limits.account, name: "this account", advice: CLOSE_TABS };
    return { isVisitor: false, groups: [group], path: [key] };
  }
  const [network, site] = [networkOf(ip ?? ""), siteOf(ip ?? "")];
  const who = "visitors who are not signed in";
  const nearby = { name: `${who}, from this network`, advice: SIGN_IN };
  return {
    isVisitor: true,
    groups: [
      { key: `network ${network}`, allowance: limits.visitorsOfNetwork, ...nearby },
      { key: `site ${site}`, allowance: limits.visitorsOfSite, ...nearby },
      { key: "visitors", allowance: limits.visitors, name: who, advice: SIGN_IN },
    ],
    path: ["visitors", site, network],
  };
}
