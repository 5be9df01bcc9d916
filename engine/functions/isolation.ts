import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import type { LogLevel } from "../logs";
import { exitCodeAfter } from "../supervisor";
import { directReplacements, type DirectCalls } from "./directSyscalls";

/** A running function, as seen by the globals that it uses. */
export interface Isolate extends DirectCalls {
  /**
   * True for queries and mutations, which must be repeatable: their clock is frozen, and they have
   * no network or timers.
   */
  readonly isDeterministic: boolean;
  /** Epoch ms. */
  now(): number;
  /** In [0, 1); null selects the real generator. */
  random(): number | null;
  environment(): Readonly<Record<string, string>>;
  log(level: LogLevel, args: readonly unknown[]): void;
  /**
   * Called with an error that the function threw where its code cannot catch it, such as in a
   * timer.
   */
  fail(thrown: unknown): void;
  /** `console.time` labels -> epoch ms. */
  readonly timers: Map<string, number>;
  syscall(op: string, argsJson: string): string;
  asyncSyscall(op: string, argsJson: string): string | Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

/** The real clock, even inside functions. Epoch ms. */
export const realNow: () => number = Date.now;

const storage = new AsyncLocalStorage<Isolate>();

/**
 * Runs `body` so that it, and everything it awaits, uses `isolate` through `Convex`, `Date`,
 * `Math.random`, `process.env`, `console`, `fetch` and timers. Code outside sees Node's own
 * globals. An infinite loop inside blocks the thread until the watchdog (watchdog/watchdog.ts) ends
 * the process.
 */
export function runIsolated<T>(isolate: Isolate, body: () => T): T {
  installGlobals();
  return storage.run(isolate, body);
}

/** Runs engine code on behalf of a function, with Node's own globals. */
export function runOutside<T>(body: () => T): T {
  return storage.exit(body);
}

/** Isolate of the function whose code makes this call; undefined outside functions. */
export const currentIsolate = (): Isolate | undefined => storage.getStore();

let installed = false;

/** Replaces the process's globals, once, with versions that look up the calling function. */
function installGlobals(): void {
  if (installed) return;
  installed = true;
  define("Convex", {
    syscall: (op: string, json: string) => current("syscall").syscall(op, json),
    asyncSyscall: (op: string, json: string) => current("asyncSyscall").asyncSyscall(op, json),
    jsSyscall: (op: string, args: Record<string, unknown>) =>
      current("jsSyscall").jsSyscall(op, args),
    direct: directReplacements(currentIsolate),
  });
  define("Date", isolatedDate(globalThis.Date));
  const realRandom = Math.random;
  // Only the method: replacing `Math` itself would slow down every Math.min in the process.
  Math.random = () => storage.getStore()?.random() ?? realRandom();
  define("console", isolatedConsole(globalThis.console));
  defineProcess(globalThis.process);
  refuseWhenDeterministic("fetch", "fetch()");
  refuseWhenDeterministic("setTimeout", "setTimeout");
  refuseWhenDeterministic("setInterval", "setInterval");
  refuseWhenDeterministic("setImmediate", "setImmediate");
  define("queueMicrotask", isolatedQueueMicrotask(globalThis.queueMicrotask));
  for (const name of ["exit", "reallyExit", "abort", "kill"]) refuseInFunctions(name);
  catchUncaught();
}

/**
 * Passes an error that a function throws where its code cannot catch it to that function's isolate.
 * Node calls these listeners in the async context of the timer, socket or promise that failed.
 * Errors of the server itself end the process, as they would without listeners; its supervisor
 * restarts it if its own code is at fault (supervisor.ts).
 */
function catchUncaught(): void {
  const isOnlyListener = process.listenerCount("uncaughtException") === 0;
  process.on("uncaughtException", (error) => {
    const isolate = storage.getStore();
    if (isolate) return failWith(isolate, error);
    if (!isOnlyListener) return; // the embedding program handles it
    process.stderr.write(`\nUncaught ${inspect(error)}\n\nNode.js ${process.version}\n`);
    process.exit(exitCodeAfter(error));
  });
  process.on("unhandledRejection", (reason) => {
    const isolate = storage.getStore();
    if (!isolate) throw reason;
    failWith(isolate, reason);
  });
}

/**
 * Rejections already reported to a function's isolate. Node reports one again if the function does
 * not catch it.
 */
const reportedRefusals = new WeakSet<Error>();

function failWith(isolate: Isolate, thrown: unknown): void {
  if (!(thrown instanceof Error && reportedRefusals.has(thrown))) isolate.fail(thrown);
}

/**
 * Catches errors in microtasks, because Node drops a microtask's async context before it reports an
 * error thrown there.
 */
function isolatedQueueMicrotask(real: typeof queueMicrotask): typeof queueMicrotask {
  return (callback) => {
    const isolate = storage.getStore();
    if (!isolate) return real(callback);
    real(() => {
      try {
        callback();
      } catch (thrown) {
        isolate.fail(thrown);
      }
    });
  };
}

/** Makes a method of `process` that would end the server fail the function that calls it. */
function refuseInFunctions(name: string): void {
  const methods = process as unknown as Record<string, (...args: unknown[]) => unknown>;
  const real = methods[name];
  if (!real) return;
  methods[name] = (...args) => {
    const isolate = storage.getStore();
    if (!isolate) return real.apply(process, args);
    const error = new Error(`process.${name}() can't be used in functions.`);
    reportedRefusals.add(error);
    isolate.fail(error); // even if the function catches the error thrown below
    throw error;
  };
}

function current(what: string): Isolate {
  const isolate = storage.getStore();
  if (!isolate) throw new Error(`Convex.${what} was called outside of a function.`);
  return isolate;
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

/** Shares Date.prototype with the real Date, so `instanceof` works in both directions. */
function isolatedDate(RealDate: DateConstructor): DateConstructor {
  const now = () => storage.getStore()?.now() ?? RealDate.now();
  function IsolatedDate(...args: unknown[]): string | Date {
    if (new.target === undefined) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, args.length === 0 ? [now()] : args, new.target) as Date;
  }
  IsolatedDate.prototype = RealDate.prototype;
  return Object.assign(Object.setPrototypeOf(IsolatedDate, RealDate) as DateConstructor, { now });
}

function isolatedConsole(real: Console): Console {
  const redirected = (level: LogLevel, fallback: (...args: unknown[]) => void) => {
    return (...args: unknown[]) => {
      const isolate = storage.getStore();
      if (isolate) isolate.log(level, args);
      else fallback(...args);
    };
  };
  const elapsed = (label: string) => {
    const isolate = storage.getStore();
    const start = isolate?.timers.get(label);
    if (isolate && start !== undefined) isolate.log("LOG", [`${label}: ${Date.now() - start}ms`]);
  };
  return Object.assign(Object.create(real) as Console, {
    log: redirected("LOG", real.log.bind(real)),
    debug: redirected("DEBUG", real.debug.bind(real)),
    info: redirected("INFO", real.info.bind(real)),
    warn: redirected("WARN", real.warn.bind(real)),
    error: redirected("ERROR", real.error.bind(real)),
    trace: redirected("LOG", real.trace.bind(real)),
    time(label = "default") {
      const isolate = storage.getStore();
      if (isolate) isolate.timers.set(label, Date.now());
      else real.time(label);
    },
    timeLog(label = "default") {
      if (storage.getStore()) elapsed(label);
      else real.timeLog(label);
    },
    timeEnd(label = "default") {
      if (!storage.getStore()) return real.timeEnd(label);
      elapsed(label);
      storage.getStore()?.timers.delete(label);
    },
  });
}

/**
 * Makes `process` the same object inside functions, except for `env`, which is the deployment's.
 */
function defineProcess(real: NodeJS.Process): void {
  const isolated = Object.create(real, {
    env: { get: () => storage.getStore()?.environment() ?? real.env },
  }) as NodeJS.Process;
  Object.defineProperty(globalThis, "process", {
    get: () => (storage.getStore() ? isolated : real),
    configurable: true,
  });
}

function refuseWhenDeterministic(
  name: "fetch" | "setTimeout" | "setInterval" | "setImmediate",
  label: string,
): void {
  const real = globalThis[name] as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]) => {
    if (storage.getStore()?.isDeterministic) {
      throw new Error(
        `Can't use ${label} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
      );
    }
    return real(...args);
  };
  // Copy own properties such as `setTimeout[util.promisify.custom]`, which callers of the real
  // function expect.
  define(name, Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(real)));
}
