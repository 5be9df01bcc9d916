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
import { MAX_ANONYMOUS_MESSAGE_BYTES } from "../values/limits";
import type { LiveQueries } from "./liveQueries";
import * as Protocol from "./protocol";
import { ProtocolError, type ClientMessage, type StateVersion } from "./protocol";
import { QuerySet } from "./querySet";
import { LARGE_FRAME_BYTES } from "./socketLimits";
import type { SocketOwner } from "./socketOwner";
import { SocketShare, type SocketUsage } from "./socketUsage";
import type { Place, Turn, TransitionQueue } from "./transitionQueue";

/**
 * Requests of one socket that may run concurrently. At this number, reading from the socket pauses
 * until one is answered.
 */
const MAX_REQUESTS = 64;
/** Close reason after which the official client waits at least 3 s before it reconnects. */
const TOO_MANY_REASON = "TooManyConcurrentRequests";
/** Length limit of a close reason in the WebSocket protocol. */
const MAX_REASON_BYTES = 123;
/**
 * Node's longest timer. The check before each request detects a token that expires later than that.
 */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The socket, as its session sees it. */
export interface Connection {
  readonly ip: string | null;
  readonly userAgent: string | null;
  send(frame: string): void;
  close(code: number, reason: string): void;
  /** Resolves once the client has received most of what was sent; null when it already has. */
  drained(): Promise<void> | null;
  /**
   * Stops reading frames until `resume` has been called as often as `pause`. Meanwhile the client's
   * send buffer fills. Frames that have already arrived are still delivered.
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
  readonly usage: SocketUsage;
  ownerOf(caller: Caller, ip: string | null): SocketOwner;
  readonly clock: Clock;
  onError(error: unknown): void;
}

/**
 * One socket's side of the sync protocol.
 *
 *   frames in ──► inbox ──► Authenticate       awaited: all later frames use the new identity
 *                       ├─► ModifyQuerySet     immediate ─┐
 *                       ├─► Mutation           started in order, answered in order
 *                       └─► Action             concurrent
 *   commit touches a query ──────────────────────────────►├─► update ──► Transition
 *   a mutation was answered ─────────────────────────────►┘
 *
 * Invariants:
 * - A Transition starts at the version where the previous one ended.
 * - All results that a client has after a Transition are valid at the Transition's timestamp.
 * - A frame is sent only when the data in it is on disk, because the database shows no data
 *   earlier.
 * - The response of a mutation is sent before the Transition that reaches its timestamp, because
 *   the client resolves the mutation's promise at that Transition. transitionQueue.ts ensures this:
 *   a commit's Transitions start after its mutation's response was sent.
 */
export class Session {
  #sessionId: string | null = null;
  #clientClockSkewMs: number | null = null;

  /** Version to which the last Transition brought the client. */
  #version: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  /** Versions that the client has requested; the next Transition reaches them. */
  #querySetVersion = 0;
  #identityVersion = 0;
  readonly #querySet: QuerySet;
  /** The socket's share of its account's or network's allowance. */
  readonly #share: SocketShare;
  /** Highest timestamp of an answered mutation that no Transition has reached yet, or null. */
  #unreachedMutationTs: bigint | null = null;

  #credentials: Credentials = ANONYMOUS;
  #expiry: NodeJS.Timeout | null = null;

  /** Frames not parsed yet, because an Authenticate ahead of them determines their size limit. */
  readonly #inbox: Buffer[] = [];
  #isReadingInbox = false;
  /** Resolves when every mutation so far has been answered. */
  #answered: Promise<void> = Promise.resolve();
  #requestsUnderWay = 0;
  #isUpdating = false;
  #isTransitionDue = false;
  #isClosed = false;

  constructor(
    readonly services: SessionServices,
    readonly connection: Connection,
  ) {
    const { database, liveQueries, usage } = services;
    this.#share = new SocketShare(usage, this.#owner());
    this.#querySet = new QuerySet(database, liveQueries, this.#share, () =>
      this.#requestTransition(),
    );
  }

  /** True until the client has authenticated. Until then it may send only small frames. */
  get isAnonymous(): boolean {
    return isAnonymous(this.#credentials.caller);
  }

  receive(frame: Buffer): void {
    if (this.#isClosed) return;
    this.#inbox.push(frame);
    if (!this.#isReadingInbox) void this.#readInbox();
  }

  /** Ends the session. Requests in progress still finish, but their responses are dropped. */
  onSocketClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#expiry) clearTimeout(this.#expiry);
    this.#querySet.releaseAll();
    this.#share.close();
    this.#inbox.length = 0;
  }

  async #readInbox(): Promise<void> {
    this.#isReadingInbox = true;
    try {
      for (let frame; (frame = this.#inbox.shift());) {
        if (frame.length >= LARGE_FRAME_BYTES) await this.#whilePaused(this.#turn());
        if (this.#isClosed) return;
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

  #turn(): Promise<void> {
    return this.services.transitions.next(this.#place({ isAwaited: true }));
  }

  #place({ isAwaited }: { isAwaited: boolean }): Place {
    return { path: this.#share.path, isAwaited };
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
        return; // the client's performance marks
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
        // Not fatal: the client retries, and our clock may catch up.
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
      else this.#querySet.add(change, Protocol.parseCall(change), this.#caller());
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
    let credentials: Credentials;
    try {
      credentials = await this.#verify(message);
    } catch (error) {
      if (!this.#isClosed) this.#refuseAuthentication(messageOf(error), { wasAttempted: true });
      return;
    }
    await this.#mutationsBefore(credentials.caller);
    this.#credentials = credentials;
    if (this.#isClosed || !this.#moveToOwner()) return;
    this.#identityVersion += 1;
    this.#scheduleExpiry();
    this.#querySet.changeCaller(this.#caller());
    this.#requestTransition();
  }

  /**
   * Keeps the order of the session's mutations when its user changes: another caller's wait in
   * another queue.
   */
  async #mutationsBefore(caller: Caller): Promise<void> {
    const { functions } = this.services;
    if (!functions.sharesTurns(this.#caller(), { ...this.#caller(), ...caller }))
      await this.#answered;
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

  /**
   * Counts the socket for the account that it has authenticated as. Closes it and returns false
   * when the account has no room for it, or when subscriptions were refused to it as a visitor: the
   * client then reconnects, authenticates first, and subscribes to everything again.
   */
  #moveToOwner(): boolean {
    const wasVisitor = this.#share.isVisitor;
    const refusal = this.#share.moveTo(this.#owner());
    if (refusal !== null) {
      this.#close(1008, `${TOO_MANY_REASON}: ${refusal}`.slice(0, MAX_REASON_BYTES));
    } else if (wasVisitor && !this.#share.isVisitor && this.#querySet.hasRefused) {
      this.#close(1012, "SubscribeAgain");
    }
    return !this.#isClosed;
  }

  #owner(): SocketOwner {
    return this.services.ownerOf(this.#credentials.caller, this.connection.ip);
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

  /**
   * Checks whether the token has expired. If so, sends an AuthError, closes the socket and returns
   * true.
   */
  #closeIfExpired(): boolean {
    const { expiresAtMs } = this.#credentials;
    if (expiresAtMs === null || this.services.clock.now() < expiresAtMs) return false;
    this.#refuseAuthentication("Token expired", { wasAttempted: false });
    return true;
  }

  /** @param wasAttempted false when a previously accepted token has expired */
  #refuseAuthentication(error: string, { wasAttempted }: { wasAttempted: boolean }): void {
    if (this.#isClosed) return;
    this.connection.send(Protocol.authErrorMessage(error, this.#identityVersion, wasAttempted));
    this.#close(1000, "AuthError");
  }

  #runMutation(message: ClientMessage & { type: "Mutation" | "Action" }): void {
    if (this.#closeIfExpired() || this.#sessionId === null) return;
    const { requestId } = message;
    // Start without waiting for the previous mutation: the database runs a session's mutations in
    // the order of the calls, and several can share one fsync.
    const run = this.services.functions.runMutation({
      ...Protocol.parseCall(message),
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
      ...Protocol.parseCall(message),
      caller: this.#caller(),
    });
    const answered = run.then(
      (outcome) =>
        this.#send(Protocol.responseMessage("ActionResponse", message.requestId, outcome, null)),
      (error: unknown) => this.#fail(error),
    );
    void this.#trackRequest(answered);
  }

  /** Counts a request in progress. Stops reading from a client that has too many. */
  #trackRequest(answered: Promise<void>): Promise<void> {
    this.#requestsUnderWay += 1;
    if (this.#requestsUnderWay === MAX_REQUESTS) this.connection.pause();
    return answered.finally(() => {
      if (this.#requestsUnderWay === MAX_REQUESTS) this.connection.resume();
      this.#requestsUnderWay -= 1;
    });
  }

  /**
   * Queues a Transition, because something that the client sees may have changed. Called inside
   * commits, so it must do nothing else.
   */
  #requestTransition(): void {
    this.#isTransitionDue = true;
    if (this.#isUpdating || this.#isClosed) return;
    this.services.transitions.add(this.#update, this.#place({ isAwaited: this.#isAwaited }));
  }

  /** True when the client is waiting for something that only a Transition delivers. */
  get #isAwaited(): boolean {
    const { querySet, identity } = this.#version;
    return (
      this.#unreachedMutationTs !== null ||
      this.#querySetVersion !== querySet ||
      this.#identityVersion !== identity
    );
  }

  /** Sends one Transition. Changes that arrive meanwhile queue another one. */
  readonly #update = async (turn: Turn): Promise<void> => {
    if (this.#isClosed) return;
    this.#isUpdating = true;
    this.#isTransitionDue = false;
    try {
      await this.#transition(turn);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isUpdating = false;
      if (this.#isTransitionDue) this.#requestTransition();
    }
  };

  async #transition(turn: Turn): Promise<void> {
    const slowReader = this.connection.drained();
    if (slowReader) await slowReader; // all changes until then go into one Transition
    if (this.#isClosed || this.#closeIfExpired()) return;

    const [querySet, identity] = [this.#querySetVersion, this.#identityVersion];
    const view = await this.#querySet.view(turn);
    if (!view || view.isBehind) this.#isTransitionDue = true;
    if (!view) return;
    if (this.#isClosed || this.#closeIfExpired()) return;
    // An Authenticate arrived meanwhile: these results belong to the previous caller.
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

  /**
   * Closes the socket. After a ProtocolError (the client's fault) the client gives up; after any
   * other error it reconnects.
   */
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

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
