/**
 * Settings for the ways to sign in: passwords, and an OpenID Connect issuer. `npm start` refuses
 * invalid ones (server/environment.ts); the functions read them at each call (convex/config.ts).
 */

/** An OpenID Connect issuer, such as Entra ID, Okta, Keycloak or Google. */
export type IssuerSettings = {
  /** URL below which the issuer serves `/.well-known/openid-configuration`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Text of the button on the sign-in page. */
  readonly label: string;
  /** True if the operator vouches for addresses in tokens without the claim `email_verified`. */
  readonly trustsEmail: boolean;
};

export type SignInSettings = {
  /** Null if not configured, or invalid. */
  readonly issuer: IssuerSettings | null;
  readonly allowsPasswords: boolean;
  /** Sentences that name the variable, the fault and the remedy. */
  readonly faults: readonly string[];
};

export const SIGN_IN_VARIABLES = [
  "SMS_OIDC_ISSUER",
  "SMS_OIDC_CLIENT_ID",
  "SMS_OIDC_CLIENT_SECRET",
  "SMS_OIDC_LABEL",
  "SMS_OIDC_TRUST_EMAIL",
  "SMS_PASSWORDS",
] as const;
type Variable = (typeof SIGN_IN_VARIABLES)[number];

const REQUIRED = ["SMS_OIDC_ISSUER", "SMS_OIDC_CLIENT_ID", "SMS_OIDC_CLIENT_SECRET"] as const;
const DEFAULT_LABEL = "Sign in with your company account";
/** A longer text does not fit on the button on a phone. */
const MAX_LABEL = 60;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param read returns a variable's trimmed value; null if it is unset or empty */
export function readSignInSettings(read: (name: Variable) => string | null): SignInSettings {
  const faults: string[] = [];
  const issuer = readIssuer(read, faults);
  const passwords = read("SMS_PASSWORDS") ?? "on";
  if (passwords !== "on" && passwords !== "off") {
    faults.push(`SMS_PASSWORDS is "${passwords}"; it must be "on" or "off".`);
  }
  const allowsPasswords = passwords !== "off";
  if (!allowsPasswords && read("SMS_OIDC_ISSUER") === null) {
    faults.push(
      "SMS_PASSWORDS is off, and SMS_OIDC_ISSUER is not set, so there is no way to sign in. Set both, or neither.",
    );
  }
  return { issuer, allowsPasswords, faults };
}

function readIssuer(
  read: (name: Variable) => string | null,
  faults: string[],
): IssuerSettings | null {
  const given = SIGN_IN_VARIABLES.filter(
    (name) => name.startsWith("SMS_OIDC_") && read(name) !== null,
  );
  if (given.length === 0) return null;
  const before = faults.length;
  const missing = REQUIRED.filter((name) => read(name) === null);
  if (missing.length > 0) {
    faults.push(
      `${given[0]} is set, but ${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} not. ` +
        "Sign-in through an issuer needs its address, the client id and the client secret.",
    );
  }
  const url = read("SMS_OIDC_ISSUER") ?? "";
  const fault = url === "" ? null : issuerFault(url);
  if (fault !== null) faults.push(`SMS_OIDC_ISSUER is "${url}"${fault}`);
  const label = read("SMS_OIDC_LABEL") ?? DEFAULT_LABEL;
  if (label.length > MAX_LABEL) {
    faults.push(`SMS_OIDC_LABEL has ${label.length} characters; it may have ${MAX_LABEL}.`);
  }
  const trust = read("SMS_OIDC_TRUST_EMAIL") ?? "0";
  if (trust !== "0" && trust !== "1") {
    faults.push(`SMS_OIDC_TRUST_EMAIL is "${trust}"; it must be "1", or not set.`);
  }
  if (faults.length > before) return null;
  return {
    url,
    clientId: read("SMS_OIDC_CLIENT_ID") ?? "",
    clientSecret: read("SMS_OIDC_CLIENT_SECRET") ?? "",
    label,
    trustsEmail: trust === "1",
  };
}

/** End of a sentence about an unusable issuer URL; null for a valid one. */
function issuerFault(text: string): string | null {
  if (!URL.canParse(text)) return ", which is not a web address.";
  const { protocol, hostname, search, hash, username, pathname } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.test(hostname))) {
    return "; it must begin with https://, because its tokens open accounts.";
  }
  if (pathname.includes("/.well-known/")) {
    return "; leave out /.well-known and what follows it.";
  }
  if (search || hash || username) return "; it must have no name, no ? and no #.";
  return null;
}
