import type { JSONValue } from "convex/values";
import type { ReadSet } from "../commit/readSet";
import type { ReadTransaction } from "../commit/types";

export type { JSONObject } from "../values/json";

export type FunctionKind = "query" | "mutation" | "action";

/** The answer of `ctx.auth.getUserIdentity()`. Further claims have their own names. */
export type UserIdentity = { tokenIdentifier: string; issuer: string; subject: string } & Record<
  string,
  JSONValue
>;

/** The client's request, as `ctx.meta.getRequestMetadata()` shows it. */
interface RequestOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** 16 hex digits; also names the request in error texts and logs. */
  readonly requestId: string;
  /** The JWT the caller signed in with. */
  readonly authToken?: string;
  /**
   * `credentialHashOf` an Authorization header that only the app can check, such as an API token.
   */
  readonly credentialHash?: string;
}

/** The person or program that a function runs for. */
export interface Caller {
  readonly identity: UserIdentity | null;
  /** True for the deployment's admin key and for jobs: may call internal functions. */
  readonly isAdmin: boolean;
  /** The path of the scheduled function that runs; only in a job and the functions it calls. */
  readonly job?: string;
  readonly request?: RequestOrigin;
}

export interface FunctionError {
  /** Text for the client: `[Request ID: …] Server Error\nUncaught …`. */
  readonly message: string;
  /** A ConvexError's data, as Convex JSON text. */
  readonly dataJson?: string;
  /** The arguments could not be taken: HTTP answers 400. */
  readonly isBadRequest?: true;
  /** The call is blocked until then, epoch ms: HTTP answers 503. */
  readonly blockedUntilMs?: number;
}

export type Outcome = (
  { ok: true; /** Convex JSON text */ valueJson: string } | { ok: false; error: FunctionError }
) & { /** `[LOG] 'text'`, in order */ logLines: string[] };

export type QueryOutcome = Outcome & {
  /** Commit timestamp (ns) of the snapshot that was read; the result holds there. */
  ts: bigint;
  readSet: ReadSet;
  /** End cursor of the query's page, to be passed back on its next run; null without `paginate`. */
  journal: string | null;
  /** The result depends on who asked: share it with nobody else. */
  sawIdentity: boolean;
  /** The result depends on the clock: it goes stale without a write. */
  sawTime: boolean;
};

export type MutationOutcome = Outcome & { ts: bigint };

/** Identifies a client's mutation across reconnects, for exactly-once execution. */
export interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
}

/** An entry of `auth.config.ts`. */
export type AuthProviderJson =
  | { type?: undefined; domain: string; applicationID: string }
  | {
      type: "customJwt";
      issuer: string;
      jwks: string;
      algorithm: "RS256" | "ES256";
      applicationID?: string;
    };

/** The snapshot that a query reads, and the way it is read. */
export interface ReadOptions {
  /** End of its page when it last ran. */
  readonly journal?: string | null;
  /** Snapshot to read, left open; without one, the newest. */
  readonly tx?: ReadTransaction;
  /**
   * Resolves when the data that `tx` shows is on disk, and rejects when that data was lost; a run
   * on lost data is not logged.
   */
  readonly committed?: Promise<void> | undefined;
}
