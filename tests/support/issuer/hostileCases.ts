import {
  signed,
  signedByStranger,
  signedWithSecret,
  unsigned,
  type HostileIssuer,
  type Misbehaviour,
} from "./hostileIssuer";

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;
/** The outcome of an answer that the product accepts, for an unknown person. */
export const ACCEPTED = "signUp";
/** Answers the requests of one path. */
export const path = (
  wanted: string,
  answer: NonNullable<Misbehaviour["answer"]>,
): Misbehaviour => ({
  answer: (asked, response) => asked === wanted && answer(asked, response),
});
const DISCOVERY = "/.well-known/openid-configuration";

/** Misbehaviors of an issuer, each with the expected outcome of the sign-in. */
export const HOSTILE_CASES: readonly [
  name: string,
  outcome: string,
  misbehaviour: (issuer: HostileIssuer) => Misbehaviour,
  answer?: Record<string, string>,
][] = [
  ["a token as it should be", ACCEPTED, () => ({})],
  ["a token without a signature", "ISSUER_REFUSED", () => ({ sign: unsigned })],
  ["a signature by the client's secret", "ISSUER_REFUSED", () => ({ sign: signedWithSecret })],
  ["a signature by a stranger's key", "ISSUER_REFUSED", () => ({ sign: signedByStranger })],
  [
    "a token that was changed after it was signed",
    "ISSUER_REFUSED",
    () => ({
      sign: async (claims, issuer) => {
        const [head, , signature] = (await signed(claims, issuer)).split(".");
        const changed = JSON.stringify({ ...claims, sub: "admin" });
        return [head, Buffer.from(changed).toString("base64url"), signature].join(".");
      },
    }),
  ],
  ["another issuer's token", "ISSUER_REFUSED", () => ({ claims: { iss: "https://evil.example" } })],
  ["a token for another app", "ISSUER_REFUSED", () => ({ claims: { aud: "another-app" } })],
  [
    "a token for two apps that names the other",
    "ISSUER_REFUSED",
    () => ({ claims: { aud: ["sms", "another-app"], azp: "another-app" } }),
  ],
  ["another sign-in's nonce", "ISSUER_REFUSED", () => ({ claims: { nonce: "another" } })],
  ["no nonce", "ISSUER_REFUSED", () => ({ claims: { nonce: undefined } })],
  ["no subject", "ISSUER_REFUSED", () => ({ claims: { sub: undefined } })],
  ["an empty subject", "ISSUER_REFUSED", () => ({ claims: { sub: "" } })],
  ["a subject that is no text", "ISSUER_REFUSED", () => ({ claims: { sub: { $ne: null } } })],
  ["no end", "ISSUER_REFUSED", () => ({ claims: { exp: undefined } })],
  ["an end an hour ago", "ISSUER_REFUSED", () => ({ claims: { exp: seconds(-3600) } })],
  ["a clock 30 seconds behind", ACCEPTED, () => ({ claims: { exp: seconds(-30) } })],
  ["a clock 30 seconds ahead", ACCEPTED, () => ({ claims: { nbf: seconds(30) } })],
  ["a clock an hour ahead", "ISSUER_REFUSED", () => ({ claims: { nbf: seconds(3600) } })],
  ["no token at all", "ISSUER_REFUSED", () => ({ sign: () => "" })],
  ["a token that is no JWT", "ISSUER_REFUSED", () => ({ sign: () => "a.b.c" })],
  // The operator's setting replaces a missing claim, but never overrides one.
  ["no email_verified", ACCEPTED, () => ({ claims: { email_verified: undefined } })],
  [
    "email_verified: false",
    "ISSUER_EMAIL_UNVERIFIED",
    () => ({ claims: { email_verified: false } }),
  ],
  [
    "email_verified as text",
    "ISSUER_EMAIL_UNVERIFIED",
    () => ({ claims: { email_verified: "true" } }),
  ],
  [
    "an e-mail of another company",
    "ISSUER_EMAIL_FOREIGN",
    () => ({ claims: { email: "x@y.example" } }),
  ],
  [
    "an e-mail that is no text",
    "ISSUER_EMAIL_MISSING",
    () => ({ claims: { email: ["hana@company.com"] } }),
  ],
  ["another sign-in's state", "ISSUER_SIGN_IN_OVER", () => ({}), { state: "another" }],
  ["no state", "ISSUER_SIGN_IN_OVER", () => ({}), { state: "" }],
  ["no code", "ISSUER_REFUSED", () => ({}), { code: "" }],
  ["a person who cancelled", "ISSUER_CANCELLED", () => ({}), { error: "access_denied" }],
  [
    "an answer in another issuer's name (RFC 9207)",
    "ISSUER_REFUSED",
    () => ({ configuration: { authorization_response_iss_parameter_supported: true } }),
    { iss: "https://evil.example" },
  ],
  [
    "a configuration of another issuer",
    "ISSUER_UNREACHABLE",
    () => ({ configuration: { issuer: "https://evil.example" } }),
  ],
  [
    "a code that it does not know",
    "ISSUER_REFUSED",
    () =>
      path("/token", (_path, response) => {
        response.writeHead(400, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ error: "invalid_grant" }));
        return true;
      }),
  ],
  [
    "keys that are no JSON",
    "ISSUER_REFUSED",
    () => path("/jwks", (_path, response) => Boolean(response.end("<html>"))),
  ],
  [
    "status 503",
    "ISSUER_UNREACHABLE",
    () => path("/token", (_path, response) => Boolean(response.writeHead(503).end())),
  ],
  [
    "a connection that breaks",
    "ISSUER_UNREACHABLE",
    () =>
      path("/token", (_path, response) => {
        response.destroy();
        return true;
      }),
  ],
  [
    "an answer without end",
    "ISSUER_UNREACHABLE",
    () =>
      path(DISCOVERY, (_path, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(" ".repeat(65_536)));
        };
        response.on("drain", more);
        more();
        return true;
      }),
  ],
  [
    "a redirect in place of tokens",
    "ISSUER_REFUSED",
    (issuer) =>
      path("/token", (_path, response) =>
        Boolean(response.writeHead(302, { Location: `${issuer.url}/jwks` }).end()),
      ),
  ],
];
