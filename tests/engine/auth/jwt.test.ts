import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { JSONValue } from "convex/values";
import { TokenRefused, TokenVerifier } from "../../../engine/auth/jwt";
import type { AuthProviderJson } from "../../../engine/functions/types";

const SITE = "http://localhost:3210";
const NOW_S = 1_800_000_000;
const OIDC: AuthProviderJson = { domain: SITE, applicationID: "convex" };

interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: JSONValue;
}

async function newKey(alg: "RS256" | "ES256", kid?: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), ...(kid && { kid }), alg };
  return { privateKey, jwk: jwk as unknown as JSONValue };
}

const sign = (key: Key, claims: JWTPayload, header: { alg: string; kid?: string }) =>
  new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey);

const CLAIMS = { iss: SITE, sub: "user|session", aud: "convex", exp: NOW_S + 60, iat: NOW_S };

let rsa: Key;
let other: Key;
let elliptic: Key;
beforeAll(async () => {
  [rsa, other, elliptic] = await Promise.all([
    newKey("RS256", "one"),
    newKey("RS256", "two"),
    newKey("ES256"),
  ]);
});

/** A verifier whose network is a map from URL to document; counts the fetches. */
function verifierOf(
  providers: readonly AuthProviderJson[],
  documents: Record<string, JSONValue>,
  clock = { now: () => NOW_S * 1000 },
) {
  const fetched: string[] = [];
  const verifier = new TokenVerifier(
    () => providers,
    async (url) => {
      fetched.push(url);
      const document = documents[url];
      if (document === undefined) throw new Error(`${url} answered 404`);
      return document;
    },
    clock,
  );
  return { verifier, fetched };
}

const discovery = (keys: JSONValue[]) => ({
  [`${SITE}/.well-known/openid-configuration`]: { issuer: SITE, jwks_uri: `${SITE}/jwks` },
  [`${SITE}/jwks`]: { keys },
});

describe("a token of an OpenID Connect provider", () => {
  test("a token of an OpenID Connect provider yields the identity that functions see, and its expiry", async () => {
    const { verifier, fetched } = verifierOf([OIDC], discovery([rsa.jwk]));
    const token = await sign(
      rsa,
      {
        ...CLAIMS,
        jti: "x",
        email: "ana@lab.example",
        email_verified: true,
        given_name: "Ana",
        org: 7,
      },
      { alg: "RS256" },
    );
    expect(await verifier.verify(token)).toEqual({
      identity: {
        tokenIdentifier: `${SITE}|user|session`,
        issuer: SITE,
        subject: "user|session",
        email: "ana@lab.example",
        emailVerified: true,
        givenName: "Ana",
        org: 7,
      },
      expiresAtMs: (NOW_S + 60) * 1000,
    });
    await verifier.verify(token);
    expect(fetched).toHaveLength(2); // discovery and keys, once each
  });

  test("a token is refused more than five seconds after its expiry", async () => {
    const clock = { nowMs: NOW_S * 1000, now: () => clock.nowMs };
    const { verifier } = verifierOf([OIDC], discovery([rsa.jwk]), clock);
    const token = await sign(rsa, CLAIMS, { alg: "RS256" });
    clock.nowMs = (NOW_S + 64) * 1000;
    await verifier.verify(token);
    clock.nowMs = (NOW_S + 66) * 1000;
    await expect(verifier.verify(token)).rejects.toThrow(/"exp" claim timestamp check failed/);
  });

  test.each([
    ["of another issuer", { iss: "https://elsewhere.example" }],
    ["for another audience", { aud: "other" }],
    ["without a subject", { sub: undefined }],
    ["without an expiry", { exp: undefined }],
    ["that is not valid yet", { nbf: NOW_S + 60 }],
    ["whose issuer is not a string", { iss: [SITE] }],
  ])("a token %s is refused", async (_what, change) => {
    const { verifier } = verifierOf([OIDC], discovery([rsa.jwk]));
    const claims = JSON.parse(JSON.stringify({ ...CLAIMS, ...change })) as JWTPayload;
    const token = await sign(rsa, claims, { alg: "RS256" });
    await expect(verifier.verify(token)).rejects.toThrow(TokenRefused);
  });

  test("a token signed with another key, with no key, or with the public key as secret is refused", async () => {
    const { verifier } = verifierOf([OIDC], discovery([rsa.jwk]));
    const forged = await sign(other, CLAIMS, { alg: "RS256" });
    await expect(verifier.verify(forged)).rejects.toThrow(TokenRefused);

    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode(CLAIMS)}.`;
    await expect(verifier.verify(unsigned)).rejects.toThrow(TokenRefused);

    const symmetric = await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(JSON.stringify(rsa.jwk)));
    await expect(verifier.verify(symmetric)).rejects.toThrow(TokenRefused);
    await expect(verifier.verify("not a token")).rejects.toThrow(TokenRefused);
  });

  test("a token with a very long issuer is refused in linear time", async () => {
    const { verifier } = verifierOf([OIDC], discovery([rsa.jwk]));
    const iss = `https://${"/".repeat(60_000)}x`;
    const claims = Buffer.from(JSON.stringify({ ...CLAIMS, iss })).toString("base64url");
    const before = process.cpuUsage();
    await expect(verifier.verify(`e30.${claims}.`)).rejects.toThrow(TokenRefused);
    // Processor time, which a busy machine does not lengthen; quadratic time would be seconds.
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });

  test("a token signed with the provider's newest key is accepted", async () => {
    const clock = { nowMs: NOW_S * 1000, now: () => clock.nowMs };
    const documents: Record<string, JSONValue> = discovery([rsa.jwk]);
    const { verifier, fetched } = verifierOf([OIDC], documents, clock);
    await verifier.verify(await sign(rsa, CLAIMS, { alg: "RS256", kid: "one" }));

    documents[`${SITE}/jwks`] = { keys: [rsa.jwk, other.jwk] };
    const rotated = await sign(other, CLAIMS, { alg: "RS256", kid: "two" });
    await expect(verifier.verify(rotated)).rejects.toThrow(TokenRefused); // fetched a moment ago
    expect(fetched).toHaveLength(2);
    clock.nowMs += 6_000;
    await verifier.verify(rotated);
    expect(fetched).toHaveLength(4);
  });

  test("a failed fetch of keys is retried, and concurrent tokens share one fetch", async () => {
    const documents: Record<string, JSONValue> = {};
    const { verifier, fetched } = verifierOf([OIDC], documents);
    const token = await sign(rsa, CLAIMS, { alg: "RS256" });
    await expect(verifier.verify(token)).rejects.toThrow(/answered 404/);
    Object.assign(documents, discovery([rsa.jwk]));
    await Promise.all([verifier.verify(token), verifier.verify(token), verifier.verify(token)]);
    expect(fetched).toHaveLength(3);
  });
});

describe("a custom JWT", () => {
  const custom: AuthProviderJson = {
    type: "customJwt",
    issuer: "https://login.example",
    jwks: "https://login.example/keys",
    algorithm: "ES256",
  };
  const claims = { ...CLAIMS, iss: "https://login.example/", email_verified: true };

  test("a custom JWT needs the configured algorithm, and its claims keep their names", async () => {
    const { verifier } = verifierOf([custom], {
      [custom.jwks]: { keys: [elliptic.jwk, rsa.jwk] },
    });
    const { identity } = await verifier.verify(await sign(elliptic, claims, { alg: "ES256" }));
    expect(identity).toMatchObject({ issuer: "https://login.example/", email_verified: true });
    const wrongAlgorithm = await sign(rsa, claims, { alg: "RS256" });
    await expect(verifier.verify(wrongAlgorithm)).rejects.toThrow(TokenRefused);
  });
});
