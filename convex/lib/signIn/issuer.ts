/**
 * The OpenID Connect protocol from the relying party's side: code flow with PKCE, state and nonce.
 * It uses `oauth4webapi`, as do @auth/core and @convex-dev/auth. The callback of @convex-dev/auth
 * is not used, because it accepts an ID token without checking its signature, has no time limit,
 * and reports no reason for a failure.
 *
 *   begin    discovery → authorization URL, to which the browser is sent
 *   finish   discovery → code for tokens → signature by the issuer's keys → claims
 *
 * It needs only `fetch` and Web Crypto, so it runs in Convex's default runtime. Nothing is cached:
 * a person signs in about once in 12 hours, and each sign-in must see the issuer's current keys.
 */
import * as oauth from "oauth4webapi";
import type { IssuerSettings } from "#domain/accounts/signInSettings";

/** The issuer did not answer in time, or its answer does not follow the protocol. */
export class IssuerUnreachable extends Error {}
/** The issuer's answer must not be trusted; the message says why, for the log. */
export class IssuerRefused extends Error {}
/** The issuer ended the sign-in: the person cancelled it, or may not use this app. */
export class IssuerCancelled extends Error {}

/** Time limit for all requests of one step together. */
const TIMEOUT_MS = 15_000;
/** Above the size of any set of keys or claims; a longer answer is refused. */
const MAX_ANSWER_BYTES = 512 * 1024;
/** Tolerated clock difference, in seconds. */
const CLOCK_TOLERANCE_S = 60;
/**
 * Signatures with a key that only the issuer has. Excludes `none`, and HMAC with the client's
 * secret.
 */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
/**
 * A longer ID token is not stored: it would not fit into the URL that ends the issuer's session.
 */
const MAX_ID_TOKEN = 4_096;
/** Claims are cut to the maximum length of form fields. */
const MAX_CLAIM = 255;

export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Null if the tokens lack the claim; false for any value but `true`. */
  readonly isEmailVerified: boolean | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly idToken?: string;
};

/** Secrets of one sign-in, which the issuer's answer must match. */
export type SignInSecrets = {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
};

/**
 * Returns the issuer's authorization URL, to which the browser is sent.
 *
 * @param asksAgain true: the issuer asks for credentials even if it has a session
 * @throws IssuerUnreachable
 */
export async function authorizationUrl(
  settings: IssuerSettings,
  redirectUri: string,
  { state, nonce, codeVerifier }: SignInSecrets,
  asksAgain: boolean,
): Promise<string> {
  const server = await discover(settings, limits());
  if (!server.authorization_endpoint) {
    throw new IssuerUnreachable("the issuer's configuration has no authorization_endpoint");
  }
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(asksAgain && { prompt: reauthenticationPrompt(server) }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Google does not support `login`; its account chooser also asks. */
function reauthenticationPrompt({ issuer }: oauth.AuthorizationServer): string {
  return issuer === "https://accounts.google.com" ? "select_account" : "login";
}

/**
 * Exchanges the code in the issuer's answer for tokens, and verifies them.
 *
 * @param answer the query string of the redirect
 * @throws IssuerCancelled, IssuerRefused, IssuerUnreachable
 */
export async function identify(
  settings: IssuerSettings,
  redirectUri: string,
  answer: URLSearchParams,
  { state, nonce, codeVerifier }: SignInSecrets,
): Promise<Identity> {
  const options = limits();
  const server = await discover(settings, options);
  const client: oauth.Client = {
    client_id: settings.clientId,
    [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
  };
  const http = { ...options, ...plainHttp(settings) };
  return await withReasons(async () => {
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(server, settings),
      parameters,
      redirectUri,
      codeVerifier,
      http,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, http);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (claims === undefined) throw new IssuerRefused("there is no ID token");
    const { sub } = claims;
    // Some issuers leave profile and e-mail out of an ID token that comes with an access token.
    const asksForMore = claims["email"] === undefined && server.userinfo_endpoint !== undefined;
    const more = asksForMore
      ? await oauth.processUserInfoResponse(
          server,
          client,
          sub,
          await oauth.userInfoRequest(server, client, tokens.access_token, http),
        )
      : {};
    return identityOf(server.issuer, { ...more, ...claims }, tokens.id_token ?? "");
  });
}

/**
 * Returns the issuer's URL that ends its session and then redirects to `returnTo`; null if the
 * issuer has none.
 *
 * @throws IssuerUnreachable
 */
export async function endSessionUrl(
  settings: IssuerSettings,
  returnTo: string,
  idToken: string | null,
): Promise<string | null> {
  const { end_session_endpoint: endpoint } = await discover(settings, limits());
  if (!endpoint) return null;
  const url = new URL(endpoint);
  url.searchParams.set("client_id", settings.clientId);
  url.searchParams.set("post_logout_redirect_uri", returnTo);
  if (idToken !== null) url.searchParams.set("id_token_hint", idToken);
  return url.href;
}

/** Fetches the issuer's configuration. @throws IssuerUnreachable */
export async function discover(
  settings: IssuerSettings,
  options: oauth.HttpRequestOptions<"GET"> = limits(),
): Promise<oauth.AuthorizationServer> {
  const url = new URL(settings.url);
  try {
    const response = await oauth.discoveryRequest(url, { ...options, ...plainHttp(settings) });
    const server = await oauth.processDiscoveryResponse(url, response);
    const offered = server.id_token_signing_alg_values_supported ?? ["RS256"];
    const algorithms = offered.filter((name) => ALGORITHMS.includes(name));
    return { ...server, id_token_signing_alg_values_supported: algorithms };
  } catch (error) {
    throw new IssuerUnreachable(reasonOf(error), { cause: error });
  }
}

/** Maps the library's errors to the three error classes of this file. */
async function withReasons<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof IssuerRefused || error instanceof IssuerUnreachable) throw error;
    if (error instanceof oauth.AuthorizationResponseError) {
      throw new IssuerCancelled(error.error, { cause: error });
    }
    const Kind = isProtocolError(error) ? IssuerRefused : IssuerUnreachable;
    throw new Kind(reasonOf(error), { cause: error });
  }
}

/** True for errors that the library raises about an answer; false if a request failed. */
function isProtocolError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(OAUTH|ERR)_/.test(code);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof oauth.ResponseBodyError) {
    // For example invalid_client: the client secret is wrong.
    return `the issuer answers ${error.status} ${error.error} ${error.error_description ?? ""}`;
  }
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}

/** Request options with one time limit, shared by all requests of a step. */
function limits() {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return {
    [oauth.customFetch]: (url: string, { method, headers, body, redirect }: RequestOfLibrary) =>
      fetchBounded(url, { method, headers, body: body ?? null, redirect, signal }),
  };
}

type RequestOfLibrary = oauth.CustomFetchOptions<"GET" | "POST", URLSearchParams | undefined>;

/** `readSignInSettings` accepts plain http only for an issuer on this computer. */
const plainHttp = ({ url }: IssuerSettings) => ({
  [oauth.allowInsecureRequests]: url.startsWith("http:"),
});

/**
 * Fetches a complete answer of bounded size. @throws IssuerUnreachable if it is too long, or a 5xx
 */
async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status >= 500) throw new IssuerUnreachable(`${url} answers ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    size += part.value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await reader?.cancel();
      throw new IssuerUnreachable(`${url} answers with more than ${MAX_ANSWER_BYTES} bytes`);
    }
    parts.push(part.value);
  }
  const body = await new Blob(parts as BlobPart[]).arrayBuffer();
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Sends the client secret in the header, or in the body if the issuer accepts only that. */
function clientAuthentication(server: oauth.AuthorizationServer, { clientSecret }: IssuerSettings) {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

function identityOf(
  issuer: string,
  claims: Readonly<Record<string, unknown>>,
  idToken: string,
): Identity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.trim().slice(0, MAX_CLAIM) : "";
  };
  const { sub: subject, email, email_verified: isVerified } = claims;
  if (typeof subject !== "string" || subject === "") throw new IssuerRefused("there is no subject");
  const [first = "", ...others] = text("name").split(/\s+/);
  return {
    issuer,
    subject,
    email: typeof email === "string" ? email : null,
    isEmailVerified: isVerified === undefined ? null : isVerified === true,
    firstName: text("given_name") || first,
    lastName: text("family_name") || others.join(" "),
    phoneNumber: text("phone_number"),
    ...(idToken.length <= MAX_ID_TOKEN && { idToken }),
  };
}
