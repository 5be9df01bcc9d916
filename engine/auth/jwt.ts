import type { JSONValue } from "convex/values";
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
} from "jose";
import type { Clock } from "../commit/database";
import type { AuthProviderJson, UserIdentity } from "../functions/types";
import { identityOf } from "./identity";

const CLOCK_TOLERANCE_S = 5;
/** Maximum age of a provider's keys. */
const KEYS_LIFETIME_MS = 5 * 60_000;
/**
 * Maximum age of the keys for a token that none of them has signed: the provider may have published
 * a new key. The limit keeps invalid tokens from causing a fetch each.
 */
const KEYS_COOLDOWN_MS = 5_000;

/** Fetches a JSON document. Requests to the deployment's own URLs are answered in-process. */
export type FetchJson = (url: string) => Promise<JSONValue>;

/** A token was refused. The message names the reason and is sent to the client. */
export class TokenRefused extends Error {}

export interface VerifiedToken {
  readonly identity: UserIdentity;
  /** Epoch ms. */
  readonly expiresAtMs: number;
}

/** Verifies JSON Web Tokens against the providers of `auth.config.ts`. */
export class TokenVerifier {
  #configs: readonly AuthProviderJson[] = [];
  #providers: Provider[] = [];

  /** @param configs returns the current providers; a new array after each load of the functions */
  constructor(
    readonly configs: () => readonly AuthProviderJson[],
    readonly fetchJson: FetchJson,
    readonly clock: Clock,
  ) {}

  /** @throws TokenRefused */
  async verify(token: string): Promise<VerifiedToken> {
    let claims: JWTPayload;
    try {
      claims = decodeJwt(token);
    } catch {
      throw new TokenRefused("Could not parse the token as a JSON Web Token");
    }
    const candidates = this.#current().filter((provider) => provider.matches(claims));
    if (candidates.length === 0) {
      throw new TokenRefused(
        `No auth provider found matching the given token (issuer ${JSON.stringify(claims.iss ?? null)}). Check auth.config.ts.`,
      );
    }
    let refusal: unknown;
    for (const provider of candidates) {
      try {
        return await provider.verify(token);
      } catch (error) {
        refusal = error;
      }
    }
    const reason = refusal instanceof Error ? refusal.message : String(refusal);
    throw new TokenRefused(`Could not verify the token: ${reason}`, { cause: refusal });
  }

  #current(): Provider[] {
    const configs = this.configs();
    if (configs !== this.#configs) {
      this.#configs = configs;
      this.#providers = configs.map((config) => new Provider(config, this.fetchJson, this.clock));
    }
    return this.#providers;
  }
}

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** One entry of `auth.config.ts`, and its published keys. */
class Provider {
  readonly #issuer: string;
  #keys: { set: KeySet; fetchedAtMs: number } | null = null;
  #fetching: Promise<KeySet> | null = null;

  constructor(
    readonly config: AuthProviderJson,
    readonly fetchJson: FetchJson,
    readonly clock: Clock,
  ) {
    this.#issuer = normalIssuer(config.type === "customJwt" ? config.issuer : config.domain);
  }

  matches({ iss, aud }: JWTPayload): boolean {
    const { applicationID } = this.config;
    const audiences = Array.isArray(aud) ? aud : [aud];
    return (
      typeof iss === "string" && // the claims are unverified
      normalIssuer(iss) === this.#issuer &&
      (applicationID === undefined || audiences.includes(applicationID))
    );
  }

  async verify(token: string): Promise<VerifiedToken> {
    try {
      return await this.#verifyWith(await this.#keySet(KEYS_LIFETIME_MS), token);
    } catch (error) {
      const mayBeNewKey =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWSSignatureVerificationFailed;
      if (!mayBeNewKey) throw error;
      return this.#verifyWith(await this.#keySet(KEYS_COOLDOWN_MS), token);
    }
  }

  async #verifyWith(keys: KeySet, token: string): Promise<VerifiedToken> {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: this.config.type === "customJwt" ? [this.config.algorithm] : ["RS256", "ES256"],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(this.clock.now()),
      requiredClaims: ["sub", "iss", "exp"],
    });
    return {
      identity: identityOf(payload, this.config.type === "customJwt"),
      expiresAtMs: (payload.exp ?? 0) * 1000,
    };
  }

  async #keySet(maxAgeMs: number): Promise<KeySet> {
    if (this.#keys && this.clock.now() - this.#keys.fetchedAtMs < maxAgeMs) return this.#keys.set;
    this.#fetching ??= this.#fetchKeys().finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  async #fetchKeys(): Promise<KeySet> {
    const url = await this.#keysUrl();
    const set = createLocalJWKSet((await this.fetchJson(url)) as unknown as JSONWebKeySet);
    this.#keys = { set, fetchedAtMs: this.clock.now() };
    return set;
  }

  async #keysUrl(): Promise<string> {
    if (this.config.type === "customJwt") return this.config.jwks;
    const discovery = await this.fetchJson(`${this.#issuer}/.well-known/openid-configuration`);
    const url = (discovery as { jwks_uri?: JSONValue } | null)?.jwks_uri;
    if (typeof url !== "string") throw new Error(`${this.#issuer} publishes no jwks_uri`);
    return url;
  }
}

/**
 * Completes an issuer to a URL without trailing slashes, in linear time: an issuer of 190,000
 * slashes, which any client may send, hung the thread for half a minute in `/\/+$/`.
 */
function normalIssuer(issuer: string): string {
  const url = /^https?:\/\//.test(issuer) ? issuer : `https://${issuer}`;
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}
