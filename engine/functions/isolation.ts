import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import type { LogLevel } from "../logs";
import { exitCodeAfter } from "../supervisor";

/** A running function, as the globals that it uses need to know it. */
export interface Isolate {
  /**
   * Queries and mutations must be repeatable: their clock stands still, and nothing leaves them.
   */
  readonly isDeterministic: boolean;
  /** Epoch ms. */
  now(): number;
  /** In [0, 1); null: the real generator. */
  random(): number | null;
  environment(): Readonly<Record<string, string>>;
  log(level: LogLevel, args: readonly unknown[]): void;
  /** Called with what the function threw where nothing can catch it: in a timer, say. */
  fail(thrown: unknown): void;
  /** `console.time` labels -> epoch ms. */
  readonly timers: Map<string, number>;
  syscall(op: string, argsJson: string): string;
  asyncSyscall(op: string, argsJson: string): string | Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

/** The real clock, also inside of functions. Epoch ms. */
export const realNow: () => number = Date.now;

const storage = new AsyncLocalStorage<Isolate>();

/**
 * Runs `body` so that it, and all it awaits, sees `isolate` behind `Convex`, `Date`, `Math.random`,
 * `process.env`, `console`, `fetch` and timers. Code outside sees Node's own globals. An infinite
 * loop inside holds the thread until the watchdog (watchdog/watchdog.ts) ends the process.
 */
export function runIsolated<T>(isolate: Isolate, body: () => T): T {
  installGlobals();
  return storage.run(isolate, body);
}

/** Runs engine code on behalf of a function, seeing Node's own globals again. */
export function runOutside<T>(body: () => T): T {
  return storage.exit(body);
}

/** The function whose code calls this; undefined outside of functions. */
export const currentIsolate = (): Isolate | undefined => storage.getStore();

let installed = false;

/** Replaces the process's globals once, by versions that ask who is calling. */
function installGlobals(): void {
  if (installed) return;
  installed = true;
  define("Convex", {
    syscall: (op: string, json: string) => current("syscall").syscall(op, json),
    asyncSyscall: (op: string, json: string) => current("asyncSyscall").asyncSyscall(op, json),
    jsSyscall: (op: string, args: Record<string, unknown>) =>
      current("jsSyscall").jsSyscall(op, args),
  });
  define("Date", isolatedDate(globalThis.Date));
  const realRandom = Math.random;
  // Only the method: a replaced `Math` would slow down every Math.min in the process.
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
 * Hands what a function throws where nothing can catch it to that function's isolate. Node calls
 * these listeners in the async context of the timer, the socket or the promise that failed. Errors
 * of the server itself end the process, as they do without listeners; its supervisor starts it
 * again if its code is at fault (supervisor.ts).
 */
function catchUncaught(): void {
  const isOnlyListener = process.listenerCount("uncaughtException") === 0;
  process.on("uncaughtException", (error) => {
    const isolate = storage.getStore();
    if (isolate) return failWith(isolate, error);
    if (!isOnlyListener) return; // the program that embeds the engine has its own way
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
 * Rejections that a function's isolate was told of when they were made. Node reports one a second
 * time if the function does not catch it.
 */
const reportedRefusals = new WeakSet<Error>();

function failWith(isolate: Isolate, thrown: unknown): void {
  if (!(thrown instanceof Error && reportedRefusals.has(thrown))) isolate.fail(thrown);
}

/** Node forgets the async context of a microtask before it reports what the microtask threw. */
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

/** Replaces a method of `process` that ends the server: a function that calls it fails. */
function refuseInFunctions(name: string): void {
  const methods = process as unknown as Record<string, (...args: unknown[]) => unknown>;
  const real = methods[name];
  if (!real) return;
  methods[name] = (...args) => {
    const isolate = storage.getStore();
    if (!isolate) return real.apply(process, args);
    const error = new Error(`process.${name}() can't be used in functions.`);
    reportedRefusals.add(error);
    isolate.fail(error); // also when the function catches what is thrown here
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

/** Shares Date.prototype with the real one, so `instanceof` holds both ways. */
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

/** Inside a function `process` is the same object with the deployment's `env`. */
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
  // Own properties (`setTimeout[util.promisify.custom]`) belong to the real function's contract.
  define(name, Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(real)));
}
