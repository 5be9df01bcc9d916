import { writerOf } from "./databaseSyscalls";
import { withWriteRefusal } from "./errors";
import type { Execution, TransactionExecution } from "./execution";
import { runOutside } from "./isolation";
import { functionPath } from "./paths";
import { withParsedArgs } from "./syscallArgs";
import type { FunctionKind, JSONObject } from "./types";
import { Unsupported } from "./unsupported";

/** Address of a called function, as `getFunctionAddress` of the `convex` package writes it. */
interface FunctionAddress {
  readonly name?: string;
  readonly reference?: string;
  readonly functionHandle?: string;
}

interface ScheduleArgs extends FunctionAddress {
  /** Epoch seconds. */
  readonly ts: number;
  readonly args: JSONObject;
}

type CallArgs = FunctionAddress & { readonly args: JSONObject };

/**
 * Prefix of a function handle: a function's path as a string that functions may store and call
 * later.
 */
const HANDLE_SCHEME = "function://";

export const functionHandles = {
  "1.0/createFunctionHandle": withParsedArgs((_run: Execution, address: FunctionAddress) =>
    JSON.stringify(`${HANDLE_SCHEME}${resolve(address)}`),
  ),
};

export const transactionCalls = {
  "1.0/runUdf": withParsedArgs(
    (
      run: TransactionExecution,
      call: CallArgs & {
        udfType: "query" | "mutation" | "snapshotQuery";
        transactionLimits?: JSONObject;
      },
    ) => {
      if (call.transactionLimits) throw new Unsupported("transactionLimits", run.path);
      return run.services.calls.withinTransaction(run, call.udfType, resolve(call), call.args);
    },
  ),
};

export const actionCalls = {
  "1.0/actions/query": callFromAction("query"),
  "1.0/actions/mutation": callFromAction("mutation"),
  "1.0/actions/action": callFromAction("action"),
  "1.0/actions/vectorSearch": ({ path }: Execution) => {
    throw new Unsupported("vector search", path);
  },
};

function callFromAction(kind: FunctionKind) {
  return withParsedArgs((run: Execution, call: CallArgs) =>
    run.services.calls.fromAction(run, kind, resolve(call), call.args),
  );
}

export const schedules = {
  "1.0/schedule": withParsedArgs((run: TransactionExecution, args: ScheduleArgs) =>
    JSON.stringify(run.services.jobs.schedule(writerOf(run), jobOf(run, args))),
  ),
  "1.0/cancel_job": withParsedArgs((run: TransactionExecution, { id }: { id: string }) => {
    run.services.jobs.cancel(writerOf(run), id);
    return "null";
  }),
};

export const actionSchedules = {
  "1.0/actions/schedule": withParsedArgs((run: Execution, args: ScheduleArgs) => {
    const { database, jobs } = run.services;
    const job = jobOf(run, args);
    return runOutside(async () => {
      const { value } = await withWriteRefusal(database.write((tx) => jobs.schedule(tx, job)));
      jobs.wake();
      return JSON.stringify(value);
    });
  }),
  "1.0/actions/cancel_job": withParsedArgs(({ services }: Execution, { id }: { id: string }) =>
    runOutside(async () => {
      const { database, jobs } = services;
      await withWriteRefusal(database.write((tx) => jobs.cancel(tx, id)));
      return "null";
    }),
  ),
};

function jobOf(run: Execution, { ts, args, ...address }: ScheduleArgs) {
  const path = resolve(address);
  const found = run.services.functions().get(path);
  if (!found) {
    throw new Error(`Attempted to schedule function at nonexistent path: ${path}`);
  }
  if (found.kind === "query") {
    throw new Error(
      `Unsupported: only mutations and actions can be scheduled, and ${path} is a query.`,
    );
  }
  return { path, args, runAtMs: Math.round(ts * 1000) };
}

/** @throws Unsupported for a function of a component */
function resolve({ name, reference, functionHandle }: FunctionAddress): string {
  if (name !== undefined) return functionPath(name);
  if (functionHandle?.startsWith(HANDLE_SCHEME)) {
    return functionPath(functionHandle.slice(HANDLE_SCHEME.length));
  }
  throw new Unsupported("components", reference ?? functionHandle ?? "a function reference");
}
