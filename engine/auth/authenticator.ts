import type { JSONValue } from "convex/values";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Caller, UserIdentity } from "../functions/types";
import { TokenRefused, type TokenVerifier } from "./jwt";

/**
 * Authenticated caller of a socket or request, and the time at which the authentication expires.
 */
export interface Credentials {
  readonly caller: Caller;
  /** Epoch ms; null: never expires. Checked before every execution, not only on arrival. */
  readonly expiresAtMs: number | null;
  readonly authToken?: string;
}

export const ANONYMOUS: Credentials = {
  caller: { identity: null, isAdmin: false },
  expiresAtMs: null,
};

/** True when the call came with neither a user's token nor the admin key. */
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
   * @param impersonating identity attributes that functions will see, or null
   * @throws TokenRefused
   */
  admin(key: string, impersonating: JSONValue): Credentials {
    this.#requireAdminKey(key);
    const identity = impersonating as UserIdentity | null; // the key's holder may claim anything
    return { caller: { identity, isAdmin: true }, expiresAtMs: null };
  }

  /**
   * Parses an Authorization header: `Bearer <jwt>`, `Convex <admin key>` or `Convex <admin
   * key>:<base64 of identity JSON>`. @throws TokenRefused
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
    // first, so that a wrong key without an identity is reported as a wrong key
    this.#requireAdminKey(key);
    return this.admin(key, parseIdentity(identity));
  }

  #requireAdminKey(key: string): void {
    if (this.#isAdminKey(key)) return;
    throw new TokenRefused("The provided deploy key was invalid for deployment");
  }

  /** Compares in constant time, so that response times reveal nothing about the key. */
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
