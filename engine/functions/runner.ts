import type { ReadTransaction, WriteTransaction } from "../commit/database";
import type { LogStream } from "../logs";
import { callerKeyOf, turnKeyOf } from "../auth/callerKey";
import { describeCall } from "../watchdog/watchedCall";
import { checkArgs, checkResult, findFunction } from "./callContract";
import { logEntryOf, outcomeOf, unwrap, type Completion, type Trigger } from "./completion";
import { CallBlocked, ClientGone, FunctionFailure, toFailure, writeRefusal } from "./errors";
import { Execution, TransactionExecution, type NestedCalls, type Services } from "./execution";
import { FairTurns } from "./fairTurns";
import { inTurns } from "./httpStream";
import { realNow } from "./isolation";
import type { LoadedFunction, LoadedProject } from "./loading/loader";
import { functionPath } from "./paths";
import { RunQueue } from "./runQueue";
import { findOutcome, saveOutcome } from "./sessionRequests";
import { ACTION_SYSCALLS, MUTATION_SYSCALLS, QUERY_SYSCALLS } from "./syscalls";
import { runAction } from "./timeLimit";
import type {
  Caller,
  FunctionKind,
  JSONObject,
  MutationOutcome,
  Outcome,
  QueryOutcome,
  ReadOptions,
  SessionRequest,
} from "./types";

export interface FunctionCall {
  /** `messages:send`, as clients spell it. */
  readonly path: string;
  readonly args: JSONObject;
  readonly caller: Caller;
}

/** A call as the engine makes it. */
interface InternalCall extends FunctionCall {
  readonly trigger: Trigger;
  readonly parent?: Execution;
  readonly scheduledFunctionId?: string;
}

/** Length limit of the path that identifies an HTTP action in the log and in blocks. */
const MAX_PATH_CHARS = 200;

/** Thrown inside a transaction to undo it; carries the function's failure. */
class RolledBack extends Error {
  constructor(
    readonly run: TransactionExecution,
    readonly failure: FunctionFailure,
  ) {
    super("rolled back");
  }
}

/** Runs the project's functions, for clients, HTTP, jobs and other functions. */
export class FunctionRunner implements NestedCalls {
  readonly #services: Services;
  readonly #logs: LogStream;
  readonly #sourceRoot: string;
  readonly #transactions: RunQueue;
  #project: LoadedProject;

  /** @param sourceRoot folder to which the bundle's source maps resolve sources, for stacks */
  constructor(options: {
    services: Omit<Services, "calls" | "functions" | "turns" | "callerKey" | "turnKey">;
    project: LoadedProject;
    logs: LogStream;
    sourceRoot: string;
  }) {
    const { environment } = options.services;
    const ownIssuer = () => environment.values["CONVEX_SITE_URL"] ?? "";
    this.#project = options.project;
    this.#services = {
      ...options.services,
      calls: this,
      turns: new FairTurns(() => options.services.database.isCommitting),
      functions: () => this.#project.functions,
      callerKey: (caller) => callerKeyOf(caller, ownIssuer()),
      turnKey: (caller) => turnKeyOf(caller, ownIssuer()),
    };
    this.#transactions = new RunQueue(options.services.watchdog);
    this.#logs = options.logs;
    this.#sourceRoot = options.sourceRoot;
  }

  /** True if the project has a function with this path; clients may call any text. */
  has(path: string): boolean {
    return this.#project.functions.has(functionPath(path));
  }

  /** Switches to another project. Calls in progress finish with the project they began with. */
  replaceProject(project: LoadedProject): void {
    this.#project = project;
  }

  /** Returns everything that can be called, including internal functions. */
  listFunctions(): Iterable<LoadedFunction> {
    return this.#project.functions.values();
  }

  /** Returns null when no such function exists that `caller` may call. */
  kindOf(path: string, caller: Caller): FunctionKind | null {
    const found = this.#project.functions.get(functionPath(path));
    return found && (found.isPublic || caller.isAdmin) ? found.kind : null;
  }

  /** True when the calls of both wait in the same queue. */
  sharesTurns(one: Caller, other: Caller): boolean {
    return this.#services.turnKey(one).caller === this.#services.turnKey(other).caller;
  }

  /**
   * Resolves when `caller` may use the thread for one-off work.
   *
   * @param isGone returns true once the client no longer waits
   * @throws ClientGone
   */
  async nextTurn(caller: Caller, isGone = () => false): Promise<void> {
    await this.#services.turns.next(this.#services.turnKey(caller));
    if (isGone()) throw new ClientGone();
  }

  async runQuery(call: FunctionCall & ReadOptions): Promise<QueryOutcome> {
    const { run, completion } = await this.#query({ ...call, trigger: "Client" });
    return {
      ...outcomeOf(run, completion),
      ts: run.tx.ts,
      readSet: run.tx.readSet,
      journal: run.journal,
      ...run.observed,
    };
  }

  /**
   * Runs a mutation in its own transaction, after the ones before it. Resolves after fsync. A
   * `session` request that has already been answered gets the same answer, and no code runs.
   */
  async runMutation(call: FunctionCall & { session?: SessionRequest }): Promise<MutationOutcome> {
    const { run, completion, ts } = await this.#mutation({ ...call, trigger: "Client" });
    return { ...outcomeOf(run, completion), ts };
  }

  async runAction(call: FunctionCall): Promise<Outcome> {
    const { run, completion } = await this.#action({ ...call, trigger: "Client" });
    return outcomeOf(run, completion);
  }

  /**
   * Runs the HTTP action routed at the request's path; null when there is none. The caller must
   * read the response's body to its end or cancel it.
   *
   * @param body text of the request's body, which is part of the call's identity in blocks
   * @throws CallBlocked
   */
  async runHttpAction(request: Request, caller: Caller, body = ""): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    const match = this.#project.http?.lookup(pathname, request.method);
    if (!match) return null;
    const [endpoint, method, route] = match;
    const run = new Execution({
      services: this.#services,
      syscalls: ACTION_SYSCALLS,
      path: `${method} ${route}`,
      caller,
    });
    const startedAt = performance.now();
    let response: Response;
    let completion: Completion = { valueJson: "null" };
    try {
      const path = `${method} ${pathname.slice(0, MAX_PATH_CHARS)}`;
      this.#watch(run, `${request.url}\n${body}`, path);
      response = await runAction(run, () => endpoint.invokeHttpAction(request));
      if (!(response instanceof Response)) {
        throw new FunctionFailure("HTTP actions must return a Response object.");
      }
    } catch (thrown) {
      run.close();
      const failure = toFailure(thrown, this.#sourceRoot);
      completion = { failure };
      if (failure instanceof CallBlocked) throw failure;
      const { redactsErrors } = this.#services;
      const code = failure.forClient(run.requestId, { isRedacted: true }).message;
      response = Response.json(redactsErrors ? { code } : { code, trace: failure.message }, {
        status: 500,
      });
    } finally {
      this.#logs.append(
        logEntryOf(run, { udfType: "HttpAction", trigger: "Client", startedAt }, completion),
      );
    }
    return "failure" in completion ? response : inTurns(response, run);
  }

  /** Runs a scheduled mutation in the transaction that also marks it done. */
  async runScheduledMutation(
    tx: WriteTransaction,
    call: FunctionCall & { scheduledFunctionId: string },
  ): Promise<{ failure: FunctionFailure | null; afterCommit: readonly (() => Promise<void>)[] }> {
    const savepoint = tx.savepoint();
    const startedAt = performance.now();
    const run = this.#newTransactionRun({ ...call, trigger: "Scheduler" }, tx, tx);
    const completion = await this.#complete(run, "mutation", call);
    this.#logs.append(
      logEntryOf(run, { udfType: "Mutation", trigger: "Scheduler", startedAt }, completion),
    );
    if ("failure" in completion) {
      tx.rollbackTo(savepoint);
      return { failure: completion.failure, afterCommit: [] };
    }
    return { failure: null, afterCommit: run.afterCommit };
  }

  async runScheduledAction(
    call: FunctionCall & { scheduledFunctionId: string },
  ): Promise<FunctionFailure | null> {
    const { completion } = await this.#action({ ...call, trigger: "Scheduler" });
    return "failure" in completion ? completion.failure : null;
  }

  async withinTransaction(
    parent: TransactionExecution,
    kind: "query" | "mutation" | "snapshotQuery",
    path: string,
    args: JSONObject,
  ): Promise<string> {
    const call = { path, args, caller: parent.caller, trigger: "Client" as const, parent };
    if (kind === "snapshotQuery") {
      const tx = this.#services.database.beginRead();
      try {
        return unwrap(await this.#complete(this.#newTransactionRun(call, tx), "query", call));
      } finally {
        tx.close();
      }
    }
    if (kind === "query") {
      return unwrap(await this.#complete(this.#newTransactionRun(call, parent.tx), kind, call));
    }
    const { writer } = parent;
    if (!writer) throw new Error("Cannot call a Mutation function from a Query function");
    return parent.runExclusively(async () => {
      const savepoint = writer.savepoint();
      const filesToDelete = parent.afterCommit.length;
      const run = this.#newTransactionRun(call, writer, writer);
      const completion = await this.#complete(run, kind, call);
      if ("failure" in completion) {
        writer.rollbackTo(savepoint);
        parent.afterCommit.length = filesToDelete;
      }
      return unwrap(completion);
    });
  }

  async fromAction(
    parent: Execution,
    kind: FunctionKind,
    path: string,
    args: JSONObject,
  ): Promise<string> {
    const call = { path, args, caller: parent.caller, trigger: "Action" as const, parent };
    const { completion } = await this.#run(kind, call);
    // The package would hide the failure's class from the caller of this action.
    const failure = "failure" in completion ? completion.failure : null;
    if (failure instanceof CallBlocked && !parent.isSettled) parent.fail(failure);
    return unwrap(completion);
  }

  async #run(kind: FunctionKind, call: InternalCall): Promise<{ completion: Completion }> {
    switch (kind) {
      case "query":
        return await this.#query(call);
      case "mutation":
        return await this.#mutation(call);
      case "action":
        return await this.#action(call);
    }
  }

  async #query(
    call: InternalCall & ReadOptions,
  ): Promise<{ run: TransactionExecution; completion: Completion }> {
    const start = startOf("Query", call);
    const tx = call.tx ?? this.#services.database.beginRead();
    try {
      const run = this.#newTransactionRun(call, tx, undefined, call.journal);
      const completion = await this.#complete(run, "query", call);
      const entry = logEntryOf(run, start, completion);
      if (call.committed) await call.committed;
      this.#logs.append(entry);
      return { run, completion };
    } finally {
      if (!call.tx) tx.close();
    }
  }

  async #mutation(
    call: InternalCall & { session?: SessionRequest },
  ): Promise<{ run: TransactionExecution; completion: Completion; ts: bigint }> {
    const start = startOf("Mutation", call);
    const { database } = this.#services;
    const turnKey = this.#services.turnKey(call.caller);
    let attempt: TransactionExecution | undefined;
    try {
      const { value, ts } = await database.write(
        async (tx) => {
          const run = (attempt = this.#newTransactionRun(call, tx, tx));
          const savedOutcome = call.session ? findOutcome(tx, call.session) : null;
          if (savedOutcome !== null) return { run, valueJson: savedOutcome };
          const completion = await this.#complete(run, "mutation", call);
          // Throw, because only that undoes the transaction.
          if ("failure" in completion) throw new RolledBack(run, completion.failure);
          if (call.session) {
            try {
              saveOutcome(tx, call.session, completion.valueJson);
            } catch (error) {
              // The function used so much of the transaction's limits that the outcome did not fit.
              throw new RolledBack(run, toFailure(error, this.#sourceRoot));
            }
          }
          return { run, valueJson: completion.valueJson };
        },
        call.session ? { ...turnKey, part: call.session.sessionId } : turnKey,
      );
      const { run, valueJson } = value;
      if (run.tx.metrics.functionsScheduled > 0) this.#services.jobs.wake();
      for (const effect of run.afterCommit) await effect();
      this.#logs.append(logEntryOf(run, start, { valueJson }));
      return { run, completion: { valueJson }, ts };
    } catch (thrown) {
      const refusal = writeRefusal(thrown);
      const undone = refusal && attempt ? new RolledBack(attempt, refusal) : thrown;
      if (!(undone instanceof RolledBack)) throw undone;
      const { run, failure } = undone;
      this.#logs.append(logEntryOf(run, start, { failure }));
      return { run, completion: { failure }, ts: database.ts };
    }
  }

  async #action(call: InternalCall): Promise<{ run: Execution; completion: Completion }> {
    const start = startOf("Action", call);
    const run = this.#newExecution(call);
    const completion = await this.#complete(run, "action", call);
    this.#logs.append(logEntryOf(run, start, completion));
    return { run, completion };
  }

  /** Checks, runs and closes a call. Any error in the function becomes a failure. */
  async #complete(
    run: Execution,
    kind: FunctionKind,
    { path, args, caller }: InternalCall | FunctionCall,
  ): Promise<Completion> {
    try {
      const mayCallInternal = caller.isAdmin || run.isNested;
      const found = findFunction(this.#project, { path, kind, mayCallInternal });
      const argsJson = checkArgs(run, found, args);
      if (!run.sharesCallersTransaction) this.#watch(run, argsJson);
      const valueJson = await this.#invoke(run, () => found.invoke(argsJson));
      checkResult(run, found, valueJson);
      return { valueJson };
    } catch (thrown) {
      return { failure: toFailure(thrown, this.#sourceRoot) };
    } finally {
      run.close();
    }
  }

  /** Registers the call with the watchdog. @throws CallBlocked when it hung the server before */
  #watch(run: Execution, argsJson: string, path = run.path): void {
    const { watchdog, quarantine } = this.#services;
    if (!watchdog && quarantine.isEmpty) return;
    const description = describeCall(path, this.#services.callerKey(run.caller), argsJson);
    quarantine.check(description, realNow());
    run.watched = { requestId: run.requestId, description };
  }

  #invoke(run: Execution, body: () => Promise<string>): Promise<string> {
    if (!(run instanceof TransactionExecution)) return runAction(run, body);
    return run.sharesCallersTransaction ? run.untilFailed(body) : this.#transactions.run(run, body);
  }

  #newExecution(call: Omit<InternalCall, "args">): Execution {
    return new Execution({
      ...call,
      path: functionPath(call.path),
      services: this.#services,
      syscalls: ACTION_SYSCALLS,
    });
  }

  #newTransactionRun(
    call: Omit<InternalCall, "args">,
    tx: ReadTransaction,
    writer?: WriteTransaction,
    previousJournal: string | null = null,
  ): TransactionExecution {
    return new TransactionExecution({
      ...call,
      path: functionPath(call.path),
      services: this.#services,
      syscalls: writer ? MUTATION_SYSCALLS : QUERY_SYSCALLS,
      tx,
      ...(writer && { writer }),
      previousJournal,
    });
  }
}

const startOf = (udfType: "Query" | "Mutation" | "Action", { trigger }: InternalCall) => ({
  udfType,
  trigger,
  startedAt: performance.now(),
});
