import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { newRequestId } from "../auth/requestId";
import type { Clock, Database, ReadTransaction, WriteTransaction } from "../commit/database";
import type { TurnKey } from "../commit/mutationQueue";
import type { Environment } from "../environment";
import type { FileStorage } from "../files/storage";
import type { JobQueue } from "../jobs/queue";
import type { Logger, LogLevel, LogLine } from "../logs";
import { LIMITS } from "../values/limits";
import type { Quarantine } from "../watchdog/quarantine";
import type { WatchedCall, Watchdog } from "../watchdog/watchdog";
import type { CursorSeal } from "./cursors";
import { NOT_DIRECT } from "./directSyscalls";
import type { FairTurns } from "./fairTurns";
import { runIsolated, runOutside, type Isolate } from "./isolation";
import type { LoadedFunction } from "./loading/loader";
import type { DocumentStream } from "./query";
import type { Caller, FunctionKind, JSONObject } from "./types";
import { UserTime } from "./userTime";

/** Parts of a deployment that functions act on. */
export interface Services {
  readonly database: Database;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly cursors: CursorSeal;
  readonly instanceName: string;
  /** The server's own log, separate from the functions' console. */
  readonly log: Logger;
  /** null disables it: an endless loop then blocks the server forever. */
  readonly watchdog: Watchdog | null;
  readonly quarantine: Quarantine;
  readonly turns: FairTurns;
  /** Returns `callerKeyOf` a caller of this deployment. */
  callerKey(caller: Caller): string;
  /** Returns `turnKeyOf` a caller of this deployment. */
  turnKey(caller: Caller): TurnKey;
  /**
   * Hides error texts and console output from clients other than admins; they get only an error id.
   */
  readonly redactsErrors: boolean;
  /** The project's functions by path. */
  functions(): ReadonlyMap<string, LoadedFunction>;
  readonly calls: NestedCalls;
}

/**
 * Functions called by functions. Both resolve to Convex JSON text, and reject with FunctionFailure.
 */
export interface NestedCalls {
  /**
   * `ctx.runQuery` / `ctx.runMutation` in a query or mutation: runs in the caller's transaction.
   */
  withinTransaction(
    parent: TransactionExecution,
    kind: "query" | "mutation" | "snapshotQuery",
    path: string,
    args: JSONObject,
  ): Promise<string>;
  /** A call made by an action: runs in its own transaction, or as its own action. */
  fromAction(
    parent: Execution,
    kind: FunctionKind,
    path: string,
    args: JSONObject,
  ): Promise<string>;
}

/** Operations on objects by name. Neither side changes what the other has passed. */
export type DirectSyscalls = Readonly<Record<string, (run: never, args: never) => unknown>>;

/**
 * Syscall handlers by name: each takes argument text and returns result text (`js`: live objects).
 */
export interface SyscallTable {
  readonly sync: Readonly<Record<string, (run: never, argsJson: string) => string>>;
  readonly async: Readonly<
    Record<string, (run: never, argsJson: string) => string | Promise<string>>
  >;
  readonly js: Readonly<Record<string, (run: never, args: Record<string, unknown>) => unknown>>;
  /** Handlers that also answer without text. */
  readonly direct: DirectSyscalls;
}

export interface ExecutionOptions {
  readonly services: Services;
  readonly syscalls: SyscallTable;
  /** `messages:send`, or `GET /path` of an HTTP action. */
  readonly path: string;
  readonly caller: Caller;
  /** The function that called this one. */
  readonly parent?: Execution;
  /** Id of the `_scheduled_functions` row that this run belongs to. */
  readonly scheduledFunctionId?: string;
}

const MAX_LOG_LINE_CHARS = 32 * 1024;
let executions = 0;

/**
 * One run of one function; its globals and syscalls act on this object. Used directly for actions.
 */
export class Execution implements Isolate {
  readonly services: Services;
  readonly path: string;
  readonly caller: Caller;
  readonly requestId: string;
  /** Unique in this process. */
  readonly executionId = String(++executions);
  readonly scheduledFunctionId: string | null;
  readonly logLines: LogLine[];
  readonly timers = new Map<string, number>();
  /**
   * null in functions that run in another one's transaction: the watchdog names the outermost call.
   */
  watched: WatchedCall | null = null;
  protected readonly syscalls: SyscallTable;
  readonly #parent: Execution | undefined;
  readonly #depth: number;
  /** Rejects the promise of `untilFailed`; null before and after it is pending. */
  #reject: ((thrown: unknown) => void) | null = null;
  #closed = false;

  constructor(options: ExecutionOptions) {
    const { parent, caller } = options;
    this.services = options.services;
    this.syscalls = options.syscalls;
    this.path = options.path;
    this.caller = caller;
    this.#parent = parent;
    this.requestId = parent?.requestId ?? caller.request?.requestId ?? newRequestId();
    this.scheduledFunctionId = options.scheduledFunctionId ?? parent?.scheduledFunctionId ?? null;
    this.logLines = parent instanceof TransactionExecution ? parent.logLines : [];
    this.#depth = parent ? parent.#depth + 1 : 1;
    if (this.#depth > LIMITS.callDepth) {
      throw new Error(
        `Cross component call depth limit exceeded. Limits: [user code stack depth: ${LIMITS.callDepth}]`,
      );
    }
  }

  /** True when another function called this one; nested calls may call internal functions. */
  get isNested(): boolean {
    return this.#parent !== undefined;
  }

  /** True when the run is part of its caller's transaction and time limit. */
  get sharesCallersTransaction(): boolean {
    return this.#parent instanceof TransactionExecution;
  }

  get isDeterministic(): boolean {
    return false;
  }

  now(): number {
    return this.services.clock.now();
  }

  random(): number | null {
    return null;
  }

  environment(): Readonly<Record<string, string>> {
    return this.services.environment.values;
  }

  /**
   * Makes every later syscall fail, so that a promise the function did not await changes nothing.
   */
  close(): void {
    this.#closed = true;
  }

  /** True once `untilFailed` has settled. */
  get isSettled(): boolean {
    return this.#reject === null;
  }

  /**
   * Runs the function's code. Settles as the code does, or rejects as soon as something the
   * function started throws where its code cannot catch it, for example in a timer.
   */
  untilFailed<T>(body: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#reject = reject;
      runIsolated(this, body).then(resolve, reject);
    }).finally(() => (this.#reject = null));
  }

  /** Ends the run with the error `thrown`. If the run has already ended, logs the error instead. */
  fail(thrown: unknown): void {
    if (this.#reject) return this.#reject(thrown);
    this.log("ERROR", ["Uncaught, after the function had ended:", thrown]);
    this.services.log.error("a function threw after it had ended", {
      function: this.path,
      requestId: this.requestId,
      error: inspect(thrown),
    });
  }

  requireOpen(op: string): void {
    if (this.#closed) {
      throw new Error(
        `${op} was called after ${this.path} had returned. Did you forget to await a promise?`,
      );
    }
    this.#parent?.requireOpen(op);
  }

  log(level: LogLevel, args: readonly unknown[]): void {
    if (this.logLines.length > LIMITS.logLines) return;
    const timestamp = this.services.clock.now();
    if (this.logLines.length === LIMITS.logLines) {
      const overflow = `Log overflow (maximum ${LIMITS.logLines}). Remaining log lines omitted.`;
      this.logLines.push({ level: "ERROR", messages: [overflow], timestamp, isTruncated: false });
      return;
    }
    const messages = args.map((arg) => inspect(arg, { breakLength: Infinity }));
    const isTruncated = messages.join(" ").length > MAX_LOG_LINE_CHARS;
    this.logLines.push({
      level,
      messages: isTruncated ? [messages.join(" ").slice(0, MAX_LOG_LINE_CHARS)] : messages,
      timestamp,
      isTruncated,
    });
  }

  syscall(op: string, argsJson: string): string {
    const handler = this.#find(this.syscalls.sync, op, "Unknown operation");
    return handler(this as never, argsJson);
  }

  /**
   * Takes a turn of the event loop for the syscall and another for the code that awaits it, so an
   * action that reads page after page yields to other work twice per page.
   */
  asyncSyscall(op: string, argsJson: string): string | Promise<string> {
    this.requireOpen(op);
    return runOutside(async () => {
      await this.turn();
      try {
        return await this.runAsync(op, argsJson);
      } finally {
        await this.turn();
      }
    });
  }

  /**
   * Resolves when the function's code may use the thread; from then on the watchdog monitors it.
   */
  async turn(): Promise<void> {
    await this.services.turns.next(this.services.turnKey(this.caller));
    if (this.watched && !this.#closed) this.services.watchdog?.waiting(this.watched);
  }

  /**
   * Runs an async syscall without adding a promise. Most handlers answer or throw synchronously,
   * and the `convex` package awaits and catches both; every extra promise costs time while its
   * async context is tracked.
   */
  protected runAsync(op: string, argsJson: string): string | Promise<string> {
    return this.#find(this.syscalls.async, op, "Unknown async operation")(this as never, argsJson);
  }

  directSyscall(_op: string, _args: object): unknown {
    return NOT_DIRECT;
  }

  collect(_queryId: number): void {}

  jsSyscall(op: string, args: Record<string, unknown>): unknown {
    return this.#find(this.syscalls.js, op, "Unknown JS operation")(this as never, args);
  }

  #find<Handler>(table: Readonly<Record<string, Handler>>, op: string, unknown: string): Handler {
    this.requireOpen(op);
    const handler = table[op];
    if (!handler) throw new Error(`${unknown} ${op}`);
    return handler;
  }
}

/**
 * Inputs that a query read besides its arguments and documents. They limit which callers may share
 * its result, and for how long.
 */
export interface Observations {
  sawIdentity: boolean;
  sawTime: boolean;
}

/** One run of a query or mutation, in a transaction that its caller opens and closes. */
export class TransactionExecution extends Execution {
  readonly tx: ReadTransaction;
  /** null in a query. */
  readonly writer: WriteTransaction | null;
  /** Shared with nested functions: their observations count as this run's. */
  readonly observed: Observations;
  /** Open `queryStream`s by query id. */
  readonly streams = new Map<number, DocumentStream>();
  /** Ids of queries whose next read returns all remaining rows. */
  readonly collected = new Set<number>();
  /** End cursor of the query's page at its previous run. */
  readonly previousJournal: string | null;
  journal: string | null = null;
  /**
   * Effects to run once the writes are on disk, such as deleting files. Shared with nested
   * mutations.
   */
  readonly afterCommit: (() => Promise<void>)[];
  /** Shared with nested functions. */
  readonly userTime: UserTime;
  /** Number of syscalls made and of waits that have ended. `failIfHanging` reads it as progress. */
  steps = 0;
  readonly #startedAt: number;
  #randomState: number | null = null;
  #nestedMutation: Promise<void> | null = null;

  constructor(
    options: ExecutionOptions & {
      tx: ReadTransaction;
      writer?: WriteTransaction;
      previousJournal?: string | null;
    },
  ) {
    super(options);
    const parent = options.parent instanceof TransactionExecution ? options.parent : null;
    this.tx = options.tx;
    this.writer = options.writer ?? null;
    this.previousJournal = options.previousJournal ?? null;
    this.observed = parent?.observed ?? { sawIdentity: false, sawTime: false };
    this.afterCommit = parent?.afterCommit ?? [];
    this.userTime = parent?.userTime ?? new UserTime();
    this.#startedAt = parent ? parent.#startedAt : this.services.clock.now();
  }

  override get isDeterministic(): boolean {
    return true;
  }

  /**
   * Runs a nested mutation while this run's other syscalls wait. Otherwise, if the nested mutation
   * failed, writes that this run made concurrently (in a `Promise.all`) would be undone with it.
   */
  async runExclusively<T>(body: () => Promise<T>): Promise<T> {
    const result = body();
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.#nestedMutation = ended;
    await ended;
    this.#nestedMutation = null;
    return result;
  }

  override syscall(op: string, argsJson: string): string {
    return this.#outsideUserTime(() => super.syscall(op, argsJson));
  }

  override asyncSyscall(op: string, argsJson: string): string | Promise<string> {
    if (this.#nestedMutation) {
      return this.#nestedMutation.then(() => this.asyncSyscall(op, argsJson));
    }
    // A nested function's code counts towards this run's time.
    if (op === "1.0/runUdf") return this.runAsync(op, argsJson);
    return this.#outsideUserTime(() => this.runAsync(op, argsJson));
  }

  override directSyscall(op: string, args: object): unknown {
    const handler = this.syscalls.direct[op];
    if (!handler || this.#nestedMutation) return NOT_DIRECT;
    return this.#outsideUserTime(() => {
      this.requireOpen(op);
      return handler(this as never, args as never);
    });
  }

  override collect(queryId: number): void {
    this.collected.add(queryId);
  }

  #outsideUserTime<T>(operation: () => T): T {
    this.steps++;
    this.userTime.pause();
    try {
      return operation();
    } finally {
      this.userTime.resume();
    }
  }

  override now(): number {
    this.observed.sawTime = true;
    return this.#startedAt;
  }

  /** Mulberry32: fast, and sufficient for values that need not be secret. */
  override random(): number {
    const seed = this.#randomState ?? randomBytes(4).readInt32LE();
    const state = (seed + 0x6d2b79f5) | 0;
    this.#randomState = state;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Records the read of environment variables, so that setting one reruns the query. */
  override environment(): Readonly<Record<string, string>> {
    this.tx.readSet.add("_environment.by_name", { start: new Uint8Array(), end: null });
    return super.environment();
  }
}
