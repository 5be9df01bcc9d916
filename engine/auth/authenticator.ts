import type { JSONValue } from "convex/values";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Caller, UserIdentity } from "../functions/types";
import { TokenRefused, type TokenVerifier } from "./jwt";

/** The caller that a socket or request has authenticated as, and the time until which it holds. */
export interface Credentials {
  readonly caller: Caller;
  /** Epoch ms; null: for ever. Checked before every execution, not only on arrival. */
  readonly expiresAtMs: number | null;
  readonly authToken?: string;
}

export const ANONYMOUS: Credentials = {
  caller: { identity: null, isAdmin: false },
  expiresAtMs: null,
};

/** Neither a user's token nor the admin key came with the call. */
export function isAnonymous({ identity, isAdmin }: Caller): boolean {
  return identity === null && !isAdmin;
}

export class Authenticator {
  constructor(
    readonly verifier: TokenVerifier,
    readonly adminKey: string,
  ) {}

  /** @throws TokenRefused */
  async user(token: string): Promise<Credentials> {
    const { identity, expiresAtMs } = await this.verifier.verify(token);
    return { caller: { identity, isAdmin: false }, expiresAtMs, authToken: token };
  }

  /**
   * @param impersonating identity attributes that functions are to see, or null
   * @throws TokenRefused
   */
  admin(key: string, impersonating: JSONValue): Credentials {
    this.#requireAdminKey(key);
    const identity = impersonating as UserIdentity | null; // the key's holder may claim anything
    return { caller: { identity, isAdmin: true }, expiresAtMs: null };
  }

  /**
   * `Bearer <jwt>`, `Convex <admin key>` or `Convex <admin key>:<base64 of identity JSON>`.
   * @throws TokenRefused
   */
  async header(authorization: string | undefined): Promise<Credentials> {
    if (!authorization) return ANONYMOUS;
    const [scheme, value = ""] = authorization.split(/ (.*)/s);
    if (scheme?.toLowerCase() === "bearer") return this.user(value);
    if (scheme?.toLowerCase() !== "convex") {
      throw new TokenRefused("Authorization must begin with 'Bearer' or 'Convex'");
    }
    if (this.#isAdminKey(value)) return this.admin(value, null);
    const [key = "", identity = ""] = value.split(/:([^:]*)$/);
    this.#requireAdminKey(key); // a wrong key mostly has no identity, which is not what is wrong
    return this.admin(key, parseIdentity(identity));
  }

  #requireAdminKey(key: string): void {
    if (this.#isAdminKey(key)) return;
    throw new TokenRefused("The provided deploy key was invalid for deployment");
  }

  /** Compares in constant time, so that response times reveal nothing of the key. */
  #isAdminKey(key: string): boolean {
    const digest = (text: string) => createHash("sha256").update(text).digest();
    return timingSafeEqual(digest(key), digest(this.adminKey));
  }
}

function parseIdentity(base64: string): JSONValue {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString()) as JSONValue;
  } catch {
    throw new TokenRefused("The identity to act as is not base64 of JSON");
  }
}
