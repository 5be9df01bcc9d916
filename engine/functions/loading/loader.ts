import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JSONValue } from "convex/values";
import type { SchemaJson } from "../../storage/schema";
import type { ValidatorJson } from "../../values/validatorJson";
import { functionPath } from "../paths";
import type { AuthProviderJson, FunctionKind } from "../types";
import { Unsupported } from "../unsupported";
import { withDirectSyscalls } from "./directPackage";
import { resolveWithin } from "./moduleResolution";

/** Parts of the official CLI's push request (`--write-push-request`) that the engine uses. */
export interface PushRequest {
  readonly appDefinition: {
    readonly definition: ModuleSource | null;
    readonly schema: ModuleSource | null;
    readonly changedModules: readonly ModuleSource[];
    /** Components the app uses. */
    readonly dependencies: readonly unknown[];
  };
}

export interface ModuleSource {
  /** Relative to the functions folder: `messages.js`, `_deps/ABC.js`. */
  readonly path: string;
  readonly source: string;
  readonly sourceMap?: string;
  /** `node`: of a file with "use node", or of a chunk that such files share. */
  readonly environment: "isolate" | "node";
}

/** One exported query, mutation or action. */
export interface LoadedFunction {
  /** `messages:send`; a default export is `messages:default`. */
  readonly path: string;
  readonly kind: FunctionKind;
  readonly isPublic: boolean;
  /** null accepts any value (`v.any()`). */
  readonly args: ValidatorJson | null;
  readonly returns: ValidatorJson | null;
  /** @param argsJson Convex JSON text of `[args]`; resolves to the result's Convex JSON text */
  invoke(argsJson: string): Promise<string>;
}

interface HttpRouter {
  lookup(
    path: string,
    method: string,
  ): readonly [{ invokeHttpAction(request: Request): Promise<Response> }, string, string] | null;
}

export interface CronSpec {
  /** Function path. */
  readonly name: string;
  readonly args: readonly JSONValue[];
  readonly schedule: CronScheduleJson;
}

export type CronScheduleJson =
  | { type: "interval"; seconds?: number; minutes?: number; hours?: number }
  | { type: "hourly"; minuteUTC?: number }
  | { type: "daily"; hourUTC: number; minuteUTC?: number }
  | { type: "weekly"; dayOfWeek: string; hourUTC: number; minuteUTC?: number }
  | { type: "monthly"; day: number; hourUTC: number; minuteUTC?: number }
  | { type: "cron"; cron: string };

/** Everything a project's functions folder defines. */
export interface LoadedProject {
  readonly functions: ReadonlyMap<string, LoadedFunction>;
  readonly schema: SchemaJson;
  readonly http: HttpRouter | null;
  readonly crons: Readonly<Record<string, CronSpec>>;
  readonly authConfig: readonly AuthProviderJson[];
}

/**
 * Fields that the `convex` package puts on exported functions
 * (convex/server/impl/registration_impl).
 */
interface RegisteredExport {
  isQuery?: true;
  isMutation?: true;
  isAction?: true;
  isPublic?: true;
  isInternal?: true;
  invokeQuery?: (argsJson: string) => Promise<string>;
  invokeMutation?: (argsJson: string) => Promise<string>;
  invokeAction?: (requestId: string, argsJson: string) => Promise<string>;
  exportArgs(): string;
  exportReturns(): string;
}

const EMPTY_SCHEMA: SchemaJson = { tables: [], schemaValidation: true };

/**
 * Writes the bundle's modules into `folder`, after emptying it, and imports them. Node caches
 * imported modules forever, so every load needs its own folder.
 *
 * @throws Unsupported when the project uses a feature that this deployment lacks
 * @throws any error that a module throws while it loads
 */
export async function loadProject(request: PushRequest, folder: string): Promise<LoadedProject> {
  refuseComponents(request);
  const { schema, changedModules } = request.appDefinition;
  writeModules(folder, schema ? [...changedModules, schema] : changedModules);
  const realFolder = realpathSync(folder);
  const stopResolving = resolveWithin(pathToFileURL(join(realFolder, "/")).href);
  try {
    return await loadModules(request, (path) => importModule(join(realFolder, path)));
  } finally {
    stopResolving();
  }
}

async function loadModules(
  { appDefinition: { schema, changedModules } }: PushRequest,
  load: (path: string) => Promise<Record<string, unknown>>,
): Promise<LoadedProject> {
  const functions = new Map<string, LoadedFunction>();
  let http: HttpRouter | null = null;
  let crons: Readonly<Record<string, CronSpec>> = {};
  let authConfig: readonly AuthProviderJson[] = [];
  for (const { path } of changedModules) {
    if (path.startsWith("_deps/")) continue;
    const exports = await load(path);
    if (path === "auth.config.js") {
      authConfig = (exports.default as { providers: AuthProviderJson[] }).providers;
    } else if (path === "crons.js") {
      const definition = exports.default as { export(): string };
      crons = JSON.parse(definition.export()) as typeof crons;
    } else if (path === "http.js") {
      http = exports.default as HttpRouter;
    }
    for (const [name, value] of Object.entries(exports)) {
      const loaded = asFunction(functionPath(`${path}:${name}`), value);
      if (loaded) functions.set(loaded.path, loaded);
    }
  }
  return {
    functions,
    schema: schema ? readSchema((await load(schema.path)).default) : EMPTY_SCHEMA,
    http,
    crons,
    authConfig,
  };
}

/**
 * Defines the `require` with which a CommonJS package in a module loads Node's own modules. The
 * bundler reserves the name, so no module declares another. Prepended to the first line without a
 * line break, so that the line numbers in the source map stay correct.
 */
const WITH_REQUIRE =
  'import { createRequire as $createRequire } from "node:module"; const require = $createRequire(import.meta.url); ';

/**
 * Writes the modules into `folder`, after emptying it. Synchronous: some thousand small files take
 * a fifth of the processor time that way.
 */
export function writeModules(folder: string, modules: readonly ModuleSource[]): void {
  rmSync(folder, { recursive: true, force: true });
  const files = modules.map((module) => ({ ...module, file: join(folder, module.path) }));
  for (const path of new Set([folder, ...files.map(({ file }) => dirname(file))])) {
    mkdirSync(path, { recursive: true });
  }
  for (const { file, source, sourceMap, environment } of files) {
    const direct = withDirectSyscalls(source);
    // The last line names the source map: `edges.js.map`.
    writeFileSync(file, environment === "node" ? WITH_REQUIRE + direct : direct);
    if (sourceMap) writeFileSync(`${file}.map`, sourceMap);
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
}

/**
 * Imports a module and registers its source map, without rewriting the stacks of the whole process.
 */
async function importModule(file: string): Promise<Record<string, unknown>> {
  process.setSourceMapsEnabled(true);
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
  } finally {
    process.setSourceMapsEnabled(false);
  }
}

function asFunction(path: string, value: unknown): LoadedFunction | null {
  if (typeof value !== "function") return null;
  const registered = value as unknown as RegisteredExport;
  const { invokeQuery, invokeMutation, invokeAction } = registered;
  const common = () => ({
    path,
    isPublic: registered.isPublic === true,
    args: readValidator(registered.exportArgs()),
    returns: readValidator(registered.exportReturns()),
  });
  if (registered.isQuery && invokeQuery) {
    return { ...common(), kind: "query", invoke: invokeQuery };
  }
  if (registered.isMutation && invokeMutation) {
    return { ...common(), kind: "mutation", invoke: invokeMutation };
  }
  if (registered.isAction && invokeAction) {
    // The package passes the request id on to syscalls, which already have it.
    return { ...common(), kind: "action", invoke: (argsJson) => invokeAction("", argsJson) };
  }
  return null;
}

function readValidator(json: string): ValidatorJson | null {
  const validator = JSON.parse(json) as ValidatorJson | null;
  return validator === null || validator.type === "any" ? null : validator;
}

function readSchema(definition: unknown): SchemaJson {
  const schema = JSON.parse((definition as { export(): string }).export()) as SchemaJson;
  for (const table of schema.tables) {
    if (table.searchIndexes?.length) throw new Unsupported("text search", table.tableName);
    if (table.vectorIndexes?.length) throw new Unsupported("vector search", table.tableName);
  }
  return schema;
}

function refuseComponents({ appDefinition }: PushRequest): void {
  if (appDefinition.dependencies.length > 0) {
    throw new Unsupported("components", "convex.config.ts");
  }
}
