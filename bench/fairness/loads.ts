import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeFunctionReference } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import { API_ROOT } from "#domain/api/routes";
import { TOKEN_SCOPES } from "#domain/accounts/apiTokens";
import { PROGRAM as SMS } from "../../tests/cli/support/sms";
import type { CallerTask } from "./caller";
import type { SupervisedServer } from "./supervised";

/** Runs one or several greedy callers, and describes the outcome in a few words. */
export type Load = (server: SupervisedServer) => Promise<string>;

/** A load that has not ended by then is abandoned. */
const PATIENCE_MS = 90_000;

const makeReportsDue = makeFunctionReference<"mutation">("testing:makeReportsDue");
const makeDigestsDue = makeFunctionReference<"mutation">("testing:makeDigestsDue");
const isDigestDue = makeFunctionReference<"query">("testing:isDigestDue");

/** `sms` with `args` as the person with number `index`; its output is read and discarded. */
export const command =
  (index: number, ...args: readonly string[]): Load =>
  async (server) => {
    const env = await server.environmentOf(index);
    const child = spawn(process.execPath, [SMS, ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let bytes = 0;
    let said = "";
    child.stdout.on("data", (piece: Buffer) => (bytes += piece.length));
    child.stderr.on("data", (piece: Buffer) => (said = piece.toString().trim() || said));
    const late = setTimeout(() => child.kill(), PATIENCE_MS);
    const [code] = (await once(child, "close")) as [number | null];
    clearTimeout(late);
    return code === 0 ? `${(bytes / 1e6).toFixed(1)} MB` : `exit ${code}: ${lastLine(said)}`;
  };

const lastLine = (text: string) => text.split(/[\r\n]+/).at(-1) ?? "";

/** Concurrent `GET /api/v1/export/…` by each of these people, each with their own token. */
export const exportsOf =
  (indexes: readonly number[], path: string): Load =>
  async (server) => {
    const read = [];
    for (const index of indexes) {
      const args = { name: "bench", scopes: [...TOKEN_SCOPES], days: null };
      const token = await server.as(index).action(api.tokens.create, args);
      read.push({ url: `${server.url}${API_ROOT}/export/${path}`, token });
    }
    return await callers({ read });
  };

/** Concurrent first loads of an admin's table by all these people. */
export const firstLoads =
  (indexes: readonly number[], seconds: number): Load =>
  (server) =>
    callers({
      load: { url: server.url, tokens: indexes.map((index) => server.tokenOf(index)), seconds },
    });

async function callers(task: CallerTask): Promise<string> {
  const program = fileURLToPath(new URL("./caller.ts", import.meta.url));
  const child = fork(program, [JSON.stringify(task)], { execArgv: ["--import", "tsx"] });
  const late = setTimeout(() => child.kill(), PATIENCE_MS);
  const gone = once(child, "exit").then(() => "not ended");
  const said = once(child, "message").then(([text]) => text as string);
  const outcome = await Promise.race([said, gone]);
  clearTimeout(late);
  return outcome;
}

/** A report of all samples that falls due; ends when it is mailed. */
export const scheduledReport =
  (index: number): Load =>
  async (server) => {
    const owner = server.as(index);
    await owner.mutation(api.reports.create, {
      name: "All samples",
      frequency: "daily",
      scope: "everything",
      state: {},
      query: { search: "", conditions: [], timeZone: "UTC" },
    });
    await server.admin().mutation(makeReportsDue, {});
    await server.admin().mutation(internal.reports.takeDue as never, {});
    return await until("sent", async () => {
      const [report] = await owner.query(api.reports.list, {});
      return report?.lastSentAt !== undefined;
    });
  };

/** All digests fall due at the same time; ends when all are sent. */
export const everyDigest: Load = async (server) => {
  const admin = server.admin();
  let cursor: string | null = null;
  do cursor = (await admin.mutation(makeDigestsDue, { cursor })) as string | null;
  while (cursor !== null);
  await admin.mutation(internal.inbox.runDigests as never, {});
  return await until("all sent", async () => {
    return !((await admin.query(isDigestDue, { now: 2 })) as boolean);
  });
};

/** Returns `what` once `isSo`. Retries while the server is restarting. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    if (await isSo().catch(() => false)) return what;
    await pause(500);
  }
  return `not ${what}`;
}

/** No load besides the measured callers. */
export const nothing: Load = async () => {
  await pause(5_000);
  return "";
};
