import type { JSONValue } from "convex/values";
import type { ReadSet } from "../commit/readSet";
import type { ReadTransaction } from "../commit/types";

export type { JSONObject } from "../values/json";

export type FunctionKind = "query" | "mutation" | "action";

/** Result of `ctx.auth.getUserIdentity()`. Further claims keep their own names. */
export type UserIdentity = { tokenIdentifier: string; issuer: string; subject: string } & Record<
  string,
  JSONValue
>;

/** The client's request, as returned by `ctx.meta.getRequestMetadata()`. */
interface RequestOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** 16 hex digits; also identifies the request in error texts and logs. */
  readonly requestId: string;
  /** JWT that the caller signed in with. */
  readonly authToken?: string;
  /**
   * `credentialHashOf` an Authorization header that only the app can verify, such as an API token.
   */
  readonly credentialHash?: string;
}

/** Person or program on whose behalf a function runs. */
export interface Caller {
  readonly identity: UserIdentity | null;
  /** True for the deployment's admin key and for jobs, which may call internal functions. */
  readonly isAdmin: boolean;
  /** Path of the running scheduled function; set only in a job and the functions it calls. */
  readonly job?: string;
  readonly request?: RequestOrigin;
}

export interface FunctionError {
  /** Text for the client: `[Request ID: …] Server Error\nUncaught …`. */
  readonly message: string;
  /** A ConvexError's data, as Convex JSON text. */
  readonly dataJson?: string;
  /** The arguments are not valid Convex values: HTTP answers 400. */
  readonly isBadRequest?: true;
  /** End of the call's block, epoch ms: HTTP answers 503. */
  readonly blockedUntilMs?: number;
}

export type Outcome = (
  | { ok: true; /** Convex JSON text */ valueJson: string }
  | { ok: false; error: FunctionError }
) & { /** `[LOG] 'text'`, in order */ logLines: string[] };

export type QueryOutcome = Outcome & {
  /** Commit timestamp (ns) of the snapshot read; the result is valid at that time. */
  ts: bigint;
  readSet: ReadSet;
  /** End cursor of the query's page, to pass to its next run; null without `paginate`. */
  journal: string | null;
  /** The result depends on the caller: share it with no other caller. */
  sawIdentity: boolean;
  /** The result depends on the clock: it becomes stale without a write. */
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

/** Snapshot that a query reads, and options of the read. */
export interface ReadOptions {
  /** End cursor of the query's page at its previous run. */
  readonly journal?: string | null;
  /** Snapshot to read, which stays open. Default: the newest. */
  readonly tx?: ReadTransaction;
  /**
   * Resolves when the data shown by `tx` is on disk, and rejects when it was lost; a run on lost
   * data is not logged.
   */
  readonly committed?: Promise<void> | undefined;
}
