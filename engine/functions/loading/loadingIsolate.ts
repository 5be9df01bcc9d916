import { inspect } from "node:util";
import type { Environment } from "../../environment";
import type { Logger } from "../../logs";
import { NOT_DIRECT } from "../directSyscalls";
import { realNow, type Isolate } from "../isolation";

/** Globals of modules while they load: environment variables and the console, nothing else. */
export function loadingIsolate(environment: Environment, log: Logger): Isolate {
  const refuse = (op: string): never => {
    throw new Error(`${op} can't be used while a module is loaded, only inside of functions.`);
  };
  return {
    isDeterministic: false,
    now: realNow,
    random: () => null,
    environment: () => environment.values,
    log: (level, args) => log.info("module", { level, text: args.map(String).join(" ") }),
    fail: (thrown) => log.error("a module threw after it was loaded", { error: inspect(thrown) }),
    timers: new Map(),
    syscall: refuse,
    asyncSyscall: (op) => refuse(op),
    jsSyscall: refuse,
    directSyscall: () => NOT_DIRECT,
    collect: () => {},
  };
}
