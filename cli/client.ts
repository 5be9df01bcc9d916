import { ConvexHttpClient } from "convex/browser";
import type { FunctionReference, OptionalRestArgs } from "convex/server";
import { ConvexError } from "convex/values";
import { api } from "../convex/_generated/api";
import { isThisComputer, type Config } from "./config";
import { CliError, EXIT, RateLimited, Refused, Unreachable } from "./errors";
import { fetchFrom, readBody } from "./network";

/** An access token is replaced this long before it expires. */
const REFRESH_BEFORE_MS = 30_000;

/** Time limit of a call, above the duration of any. */
const CALL_TIMEOUT_MS = 60_000;

/** @param isSmsToken true if SMS_TOKEN is set, which overrides a login stored by "sms login" */
export function notSignedIn(url: string, isSmsToken = false): CliError {
  return new CliError(
    isSmsToken
      ? `SMS_TOKEN is not a session of ${url}, or the session has ended. ` +
          'Make a new one with "sms login --print-token", or unset SMS_TOKEN.'
      : `Not signed in at ${url}, or the session has ended. Run "sms login".`,
  );
}

type Query = FunctionReference<"query">;
type Mutation = FunctionReference<"mutation">;

type ClientOptions = {
  readonly refreshToken?: string;
  /** True if `refreshToken` comes from SMS_TOKEN. */
  readonly isSmsToken?: boolean;
  readonly adminKey?: string;
  readonly timeoutMs?: number;
};

/**
 * Calls Convex functions over HTTP, signed in with a refresh token or with the deployment's admin
 * key. Every failure is thrown as a CliError.
 *
 * Whenever the access token (5 minutes) expires, the client exchanges the given refresh token
 * again, and ignores the new refresh token in the answer. @convex-dev/auth accepts a refresh token
 * until its successor is used. So the stored login or SMS_TOKEN stays valid for the whole session,
 * even with several commands in parallel, and nothing needs to be written back.
 */
export class Client {
  readonly #http: ConvexHttpClient;
  readonly #refreshToken: string | null;
  readonly #adminKey: string | null;
  readonly #isSmsToken: boolean;
  #accessToken: string | null = null;
  #accessEndsAt = 0; // epoch ms

  constructor(
    readonly url: string,
    options: ClientOptions = {},
  ) {
    this.#refreshToken = options.refreshToken ?? null;
    this.#isSmsToken = options.isSmsToken ?? false;
    this.#adminKey = options.adminKey ?? null;
    this.#http = connect(url, options);
  }

  /** Returns an error that explains how to sign in. */
  notSignedIn(): CliError {
    return notSignedIn(this.url, this.#isSmsToken);
  }

  async query<F extends Query>(reference: F, ...args: OptionalRestArgs<F>) {
    await this.#signIn();
    return withCliErrors(() => this.#http.query(reference, ...args));
  }

  /** Runs a mutation. Calls run in parallel; callers that need an order await each one. */
  async mutation<F extends Mutation>(reference: F, ...[args]: OptionalRestArgs<F>) {
    await this.#signIn();
    return withCliErrors(() => this.#http.mutation(reference, args ?? {}, { skipQueue: true }));
  }

  async action<F extends FunctionReference<"action">>(reference: F, ...args: OptionalRestArgs<F>) {
    await this.#signIn();
    return withCliErrors(() => this.#http.action(reference, ...args));
  }

  /**
   * Returns an access token for another connection; null for a client with the admin key.
   *
   * @param options.isRefused true if the server refused the last token
   */
  async accessToken({ isRefused }: { isRefused: boolean }): Promise<string | null> {
    if (isRefused) this.#accessEndsAt = 0;
    await this.#signIn();
    return this.#accessToken;
  }

  /** Returns the header `Authorization` for a request that is no function call. */
  async authorization(): Promise<string> {
    if (this.#adminKey !== null) return `Convex ${this.#adminKey}`;
    return `Bearer ${(await this.accessToken({ isRefused: false })) ?? ""}`;
  }

  /** Ends the session on the server. */
  async signOut(): Promise<void> {
    await this.action(api.auth.signOut);
  }

  /** @throws CliError if the session has ended */
  async #signIn(): Promise<void> {
    if (!this.#refreshToken || Date.now() < this.#accessEndsAt - REFRESH_BEFORE_MS) return;
    // Drops the expired access token first; otherwise the server would refuse the exchange because
    // of it.
    this.#http.clearAuth();
    const session = { refreshToken: this.#refreshToken };
    const { tokens } = await withCliErrors(() => this.#http.action(api.auth.signIn, session));
    if (!tokens) throw this.notSignedIn();
    this.#http.setAuth(tokens.token);
    this.#accessToken = tokens.token;
    this.#accessEndsAt = expiry(tokens.token);
  }
}

/** Returns a client that is signed in with SMS_TOKEN or the stored login. */
export function signedInClient(config: Config): Client {
  const { url, refreshToken, isSmsToken } = config;
  if (refreshToken) return new Client(url, { refreshToken, isSmsToken });
  throw noLogin(config);
}

const NEEDS_SESSION =
  'SMS_TOKEN is an API token, which only "sms api" accepts. This command needs a session: ' +
  'set SMS_TOKEN to what "sms login --print-token" prints, or unset it.';

/** Returns the error for a command without a login; it explains how to sign in. */
export function noLogin({ url, apiToken, loginUrl }: Config): CliError {
  if (apiToken !== null) return new CliError(NEEDS_SESSION, EXIT.usage);
  if (loginUrl === null) return notSignedIn(url);
  return new CliError(
    `Not signed in at ${url}: the stored login is for ${loginUrl}. ` +
      'Run "sms login", which replaces it, or unset SMS_URL.',
  );
}

/** Returns the signed-in person. @throws CliError if the session has ended */
export async function requireViewer(client: Pick<Client, "query" | "notSignedIn">) {
  const viewer = await client.query(api.users.viewer, {});
  if (viewer === null) throw client.notSignedIn();
  return viewer;
}

/**
 * Creates the official client with a wrapped fetch, which adds a time limit, a sentence for a
 * server that is unreachable or breaks off in the middle of an answer, and the admin key. A server
 * on this computer is asked not to compress its answers, which would take longer than copying them.
 */
function connect(
  url: string,
  { adminKey, isSmsToken, timeoutMs = CALL_TIMEOUT_MS }: ClientOptions,
) {
  const fetchOrThrow: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (adminKey) headers.set("Authorization", `Convex ${adminKey}`);
    if (isThisComputer(url)) headers.set("Accept-Encoding", "identity");
    const response = await fetchFrom(url, input, { ...init, headers }, timeoutMs);
    if (response.status === 401 || response.status === 403) {
      throw adminKey
        ? new CliError("The admin key is not this server's.")
        : notSignedIn(url, isSmsToken);
    }
    if (response.status === 429) {
      throw new RateLimited();
    }
    // Status 560: the function failed, and the body has the error.
    if (!response.ok && response.status !== 560) {
      const blocked = await blockedCall(response);
      throw blocked ?? new Unreachable(url, `it answered with HTTP status ${response.status}`);
    }
    if (!response.headers.get("content-type")?.includes("json")) {
      throw new Unreachable(url, "what answers there is not an SMS server");
    }
    return new Response(await readBody(url, response, timeoutMs), response);
  };
  return new ConvexHttpClient(url, {
    skipConvexDeploymentUrlCheck: true,
    logger: false,
    fetch: fetchOrThrow,
  });
}

/** Returns the server's refusal of a call that blocked it earlier; null for any other answer. */
async function blockedCall(response: Response): Promise<CliError | null> {
  if (response.status !== 503) return null;
  const body = (await response.json().catch(() => null)) as {
    code?: string;
    message?: string;
  } | null;
  return body?.code === "CallBlocked" && body.message ? new CliError(body.message) : null;
}

/** Runs a call, and throws its refusal or failure as a CliError. */
async function withCliErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw cliErrorOf(error);
  }
}

/** Converts a refusal or failure of a call to a CliError. */
export function cliErrorOf(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof ConvexError) return refusedError(error);
  const message = error instanceof Error ? error.message : String(error);
  return new CliError(`The server failed: ${message}`, EXIT.refused, { cause: error });
}

/**
 * Reads a refusal from a ConvexError. Functions of SMS throw `Refusal` (domain/common/errors.ts);
 * other code may throw anything.
 */
function refusedError({ data, message }: { data: unknown; message: string }): Refused {
  if (typeof data === "object" && data && "message" in data && "code" in data) {
    return new Refused(String(data.code), String(data.message));
  }
  return new Refused("UNKNOWN", typeof data === "string" ? data : message);
}

/** Returns a JWT's expiry, epoch ms; 0 if it has none, so that it is replaced on each call. */
function expiry(jwt: string): number {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString(),
    );
    const seconds = (payload as { exp?: number }).exp;
    return typeof seconds === "number" ? seconds * 1000 : 0;
  } catch {
    return 0;
  }
}
