import type { JSONValue } from "convex/values";
import {
  ANONYMOUS,
  isAnonymous,
  type Authenticator,
  type Credentials,
} from "../auth/authenticator";
import { newRequestId } from "../auth/requestId";
import type { Clock, Database } from "../commit/database";
import type { FunctionRunner } from "../functions/runner";
import type { Caller } from "../functions/types";
import type { LiveQueries } from "./liveQueries";
import { MAX_ANONYMOUS_MESSAGE_BYTES } from "../values/limits";
import * as Protocol from "./protocol";
import { ProtocolError, type ClientMessage, type StateVersion } from "./protocol";
import { QuerySet, type Call } from "./querySet";
import type { TransitionQueue } from "./transitionQueue";

/** Requests of one socket that run at once; beyond, the socket is not read until one is answered. */
const MAX_REQUESTS = 64;
/** Node's timers overflow beyond this; a later expiry is caught by the check at each execution. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The socket as a session sees it. */
export interface Connection {
  readonly ip: string | null;
  readonly userAgent: string | null;
  send(frame: string): void;
  close(code: number, reason: string): void;
  /** Resolves once the client has taken most of what was sent; null when it has already. */
  drained(): Promise<void> | null;
  /**
   * Stops reading frames until `resume` was called as often; the client's own buffer fills
   * meanwhile. Frames that have arrived already still come.
   */
  pause(): void;
  resume(): void;
}

export interface SessionServices {
  readonly database: Database;
  readonly functions: FunctionRunner;
  readonly liveQueries: LiveQueries;
  readonly authenticator: Authenticator;
  readonly transitions: TransitionQueue;
  readonly clock: Clock;
  onError(error: unknown): void;
}

/**
 * One socket's side of the sync protocol.
 *
 *   frames in ──► inbox ──► Authenticate       awaited: everything behind it uses the new identity
 *                       ├─► ModifyQuerySet     at once ─┐
 *                       ├─► Mutation           started in order, answered in order
 *                       └─► Action             concurrently
 *   commit touches a query ────────────────────────────►├─► update ──► Transition
 *   a mutation was answered ───────────────────────────►┘
 *
 * Invariants:
 * - A Transition starts at the version the one before ended at.
 * - All results a client holds after a Transition are valid at its timestamp.
 * - Nothing leaves before what it shows is on disk: the database shows nothing earlier.
 * - A Transition that reaches its timestamp follows every mutation's response: the client resolves the
 *   mutation only then. (transitionQueue.ts starts a commit's Transitions only once the response of the
 *   mutation behind it has been sent.)
 */
export class Session {
  #sessionId: string | null = null;
  #clientClockSkewMs: number | null = null;

  /** Told to the client. */
  #version: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  /** Asked for by the client; the next Transition gets there. */
  #querySetVersion = 0;
  #identityVersion = 0;
  readonly #querySet: QuerySet;
  /** Highest timestamp of an answered mutation that no Transition has reached yet. */
  #unreachedMutationTs: bigint | null = null;

  #credentials: Credentials = ANONYMOUS;
  #expiry: NodeJS.Timeout | null = null;

  /** Frames not parsed yet: an Authenticate before them decides how large they may be. */
  readonly #inbox: Buffer[] = [];
  #isReadingInbox = false;
  /** Settles when every mutation so far has been answered. */
  #answered: Promise<void> = Promise.resolve();
  #requestsUnderWay = 0;
  #isUpdating = false;
  #isTransitionDue = false;
  #isClosed = false;

  constructor(
    readonly services: SessionServices,
    readonly connection: Connection,
  ) {
    const { database, liveQueries } = services;
    this.#querySet = new QuerySet(database, liveQueries, () => this.#requestTransition());
  }

  /** True until the client has proved who it is: it may send small frames only. */
  get isAnonymous(): boolean {
    return isAnonymous(this.#credentials.caller);
  }

  receive(frame: Buffer): void {
    if (this.#isClosed) return;
    this.#inbox.push(frame);
    if (!this.#isReadingInbox) void this.#readInbox();
  }

  /** The socket is gone. Requests that were started still finish; nobody hears of them. */
  onSocketClosed(): void {
    this.#isClosed = true;
    if (this.#expiry) clearTimeout(this.#expiry);
    this.#querySet.releaseAll();
  }

  async #readInbox(): Promise<void> {
    this.#isReadingInbox = true;
    try {
      for (let frame; !this.#isClosed && (frame = this.#inbox.shift());) {
        const pending = this.#handle(this.#parse(frame));
        if (pending) await this.#whilePaused(pending);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isReadingInbox = false;
    }
  }

  #parse(frame: Buffer): ClientMessage {
    if (this.isAnonymous && frame.length > MAX_ANONYMOUS_MESSAGE_BYTES) {
      throw new ProtocolError(
        `Received a frame of ${frame.length} bytes from a client that is not signed in ` +
          `(limit: ${MAX_ANONYMOUS_MESSAGE_BYTES})`,
      );
    }
    return Protocol.parseClientMessage(frame);
  }

  async #whilePaused(work: Promise<void>): Promise<void> {
    this.connection.pause();
    try {
      await work;
    } finally {
      this.connection.resume();
    }
  }

  #handle(message: ClientMessage): Promise<void> | void {
    if ((this.#sessionId === null) !== (message.type === "Connect")) {
      throw new ProtocolError(`Unexpected ${message.type} message`);
    }
    switch (message.type) {
      case "Connect":
        return this.#connect(message);
      case "ModifyQuerySet":
        return this.#modifyQuerySet(message);
      case "Authenticate":
        return this.#authenticate(message);
      case "Mutation":
        return this.#runMutation(message);
      case "Action":
        return this.#runAction(message);
      case "Event":
        return; // the client's own performance marks
      default:
        message satisfies never;
    }
  }

  #connect(message: ClientMessage & { type: "Connect" }): void {
    const nowMs = this.services.clock.now();
    if (message.maxObservedTimestamp) {
      const observed = Protocol.decodeTimestamp(message.maxObservedTimestamp);
      const newest = BigInt(nowMs) * 1_000_000n;
      if (observed > newest && observed > this.services.database.ts) {
        // Not fatal: the client retries, and our clock may get there.
        return this.#close(1008, "ObservedTimestampFromTheFuture");
      }
    }
    this.#sessionId = message.sessionId;
    if (message.clientTs !== undefined) this.#clientClockSkewMs = message.clientTs - nowMs;
  }

  #modifyQuerySet(message: ClientMessage & { type: "ModifyQuerySet" }): void {
    if (
      message.baseVersion !== this.#querySetVersion ||
      message.newVersion <= message.baseVersion
    ) {
      throw new ProtocolError(
        `Base version ${message.baseVersion} of the query set does not match ${this.#querySetVersion}`,
      );
    }
    for (const change of message.modifications) {
      if (change.type === "Remove") this.#querySet.remove(change.queryId);
      else this.#querySet.add(change, parseCall(change), this.#caller());
    }
    this.#querySetVersion = message.newVersion;
    this.#requestTransition();
  }

  async #authenticate(message: ClientMessage & { type: "Authenticate" }): Promise<void> {
    if (message.baseVersion !== this.#identityVersion) {
      throw new ProtocolError(
        `Base version ${message.baseVersion} of the identity does not match ${this.#identityVersion}`,
      );
    }
    try {
      this.#credentials = await this.#verify(message);
    } catch (error) {
      if (!this.#isClosed) this.#refuseAuthentication(messageOf(error), true);
      return;
    }
    if (this.#isClosed) return;
    this.#identityVersion += 1;
    this.#scheduleExpiry();
    this.#querySet.changeCaller(this.#caller());
    this.#requestTransition();
  }

  #verify(message: ClientMessage & { type: "Authenticate" }): Promise<Credentials> | Credentials {
    const { authenticator } = this.services;
    switch (message.tokenType) {
      case "None":
        return ANONYMOUS;
      case "User":
        return authenticator.user(message.value ?? "");
      case "Admin":
        return authenticator.admin(message.value ?? "", message.impersonating ?? null);
      default:
        return message.tokenType satisfies never;
    }
  }

  #scheduleExpiry(): void {
    if (this.#expiry) clearTimeout(this.#expiry);
    const { expiresAtMs } = this.#credentials;
    this.#expiry = null;
    if (expiresAtMs === null) return;
    const leftMs = Math.max(0, expiresAtMs - this.services.clock.now());
    this.#expiry = setTimeout(() => this.#closeIfExpired(), Math.min(leftMs, MAX_TIMER_MS));
    this.#expiry.unref();
  }

  /** True, and the socket is told so and closed, once the token has run out. */
  #closeIfExpired(): boolean {
    const { expiresAtMs } = this.#credentials;
    if (expiresAtMs === null || this.services.clock.now() < expiresAtMs) return false;
    this.#refuseAuthentication("Token expired", false);
    return true;
  }

  #refuseAuthentication(error: string, updateAttempted: boolean): void {
    if (this.#isClosed) return;
    this.connection.send(Protocol.authErrorMessage(error, this.#identityVersion, updateAttempted));
    this.#close(1000, "AuthError");
  }

  #runMutation(message: ClientMessage & { type: "Mutation" | "Action" }): void {
    if (this.#closeIfExpired() || this.#sessionId === null) return;
    const { requestId } = message;
    // Started now, so that the database's serial writer takes them in this order; several may then
    // share one fsync.
    const run = this.services.functions.runMutation({
      ...parseCall(message),
      caller: this.#caller(),
      session: { sessionId: this.#sessionId, requestId },
    });
    const before = this.#answered;
    const answered = Promise.allSettled([run, before]).then(([settled]) => {
      if (settled.status === "rejected") return this.#fail(settled.reason);
      const outcome = settled.value;
      this.#send(Protocol.responseMessage("MutationResponse", requestId, outcome, outcome.ts));
      if (!outcome.ok) return;
      if (this.#unreachedMutationTs === null || this.#unreachedMutationTs < outcome.ts)
        this.#unreachedMutationTs = outcome.ts;
      this.#requestTransition();
    });
    this.#answered = this.#trackRequest(answered);
  }

  #runAction(message: ClientMessage & { type: "Mutation" | "Action" }): void {
    if (this.#closeIfExpired()) return;
    const run = this.services.functions.runAction({
      ...parseCall(message),
      caller: this.#caller(),
    });
    const answered = run.then(
      (outcome) =>
        this.#send(Protocol.responseMessage("ActionResponse", message.requestId, outcome, null)),
      (error: unknown) => this.#fail(error),
    );
    void this.#trackRequest(answered);
  }

  /** Stops reading from a client that has too many requests under way. */
  #trackRequest(answered: Promise<void>): Promise<void> {
    this.#requestsUnderWay += 1;
    if (this.#requestsUnderWay === MAX_REQUESTS) this.connection.pause();
    return answered.finally(() => {
      if (this.#requestsUnderWay === MAX_REQUESTS) this.connection.resume();
      this.#requestsUnderWay -= 1;
    });
  }

  /** A Transition is due: something that the client may see has changed. Runs inside commits. */
  #requestTransition(): void {
    this.#isTransitionDue = true;
    if (this.#isUpdating || this.#isClosed) return;
    this.services.transitions.add(this.#update, this.#isAwaited);
  }

  /** The client has asked for something that only a Transition answers. */
  get #isAwaited(): boolean {
    const { querySet, identity } = this.#version;
    return (
      this.#unreachedMutationTs !== null ||
      this.#querySetVersion !== querySet ||
      this.#identityVersion !== identity
    );
  }

  /** Brings the client up to date. What changes meanwhile is queued for another Transition. */
  readonly #update = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isUpdating = true;
    this.#isTransitionDue = false;
    try {
      await this.#transition();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isUpdating = false;
      if (this.#isTransitionDue) this.#requestTransition();
    }
  };

  async #transition(): Promise<void> {
    const slowReader = this.connection.drained();
    if (slowReader) await slowReader; // what changes meanwhile is told in one go
    if (this.#isClosed || this.#closeIfExpired()) return;

    const [querySet, identity] = [this.#querySetVersion, this.#identityVersion];
    const view = await this.#querySet.view();
    if (!view) return this.#requestTransition();
    if (this.#isClosed || this.#closeIfExpired()) return;
    // The queries were asked anew on behalf of somebody else: these results are nobody's now.
    if (identity !== this.#identityVersion) return this.#requestTransition();
    this.#sendTransition({ querySet, identity, ts: view.ts }, view.takeModifications());
  }

  #sendTransition(end: StateVersion, modifications: string[]): void {
    const start = this.#version;
    const isUnchanged =
      modifications.length === 0 &&
      this.#unreachedMutationTs === null &&
      start.querySet === end.querySet &&
      start.identity === end.identity;
    if (isUnchanged) return;
    this.#version = end;
    if (this.#unreachedMutationTs !== null && this.#unreachedMutationTs <= end.ts)
      this.#unreachedMutationTs = null;
    const clock = {
      nowMs: this.services.clock.now(),
      clientClockSkewMs: this.#clientClockSkewMs,
    };
    this.#send(Protocol.transitionMessage(start, end, modifications, clock));
    if (this.#unreachedMutationTs !== null) this.#requestTransition();
  }

  #caller(): Caller {
    const { ip, userAgent } = this.connection;
    const { caller, authToken } = this.#credentials;
    return {
      ...caller,
      request: { ip, userAgent, requestId: newRequestId(), ...(authToken && { authToken }) },
    };
  }

  #send(frame: string): void {
    if (!this.#isClosed) this.connection.send(frame);
  }

  /** The client's fault ends it for good; ours closes the socket, and the client tries again. */
  #fail(error: unknown): void {
    if (this.#isClosed) return;
    if (error instanceof ProtocolError) {
      this.#send(Protocol.fatalErrorMessage(error.message));
      return this.#close(1000, "FatalError");
    }
    this.services.onError(error);
    this.#close(1011, "InternalServerError");
  }

  #close(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.onSocketClosed();
    this.connection.close(code, reason);
  }
}

/** @throws ProtocolError for what this deployment cannot call */
function parseCall(message: {
  udfPath: string;
  args: readonly JSONValue[];
  componentPath?: string;
}): Call {
  if (message.componentPath) {
    throw new ProtocolError(
      `This deployment does not support components (asked for '${message.componentPath}')`,
    );
  }
  const [args = {}] = message.args;
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw new ProtocolError("A function's arguments must be one object");
  }
  return { path: message.udfPath, args };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
