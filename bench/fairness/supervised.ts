import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Session } from "../../tests/support/deployments/embeddedHome";
import { freePort } from "../../tests/support/freePort";
import type { Ready, ServerRequest } from "./server";

const PROGRAM = fileURLToPath(new URL("./server.ts", import.meta.url));
const createRefreshToken = makeFunctionReference<"mutation">("testing:createRefreshToken");

type Folder = {
  readonly dataDir: string;
  readonly pushRequest: string;
  /** Sessions of the participants, by number. */
  readonly sessions: readonly Session[];
};

/** A server in a child process that is restarted whenever it is killed. */
export class SupervisedServer {
  /** Number of times the server was killed. */
  kills = 0;
  #child: ChildProcess | null = null;
  #ready: Ready | null = null;
  #isStopping = false;

  private constructor(
    readonly folder: Folder,
    private readonly port: number,
  ) {}

  static async start(folder: Folder): Promise<SupervisedServer> {
    const server = new SupervisedServer(folder, await freePort());
    await server.#start();
    return server;
  }

  get url(): string {
    return this.#running.url;
  }

  /** Returns the access token of the person with number `index`. */
  tokenOf(index: number): string {
    const token = this.#running.tokens[index];
    if (token === undefined) throw new Error(`Person ${index} takes no part`);
    return token;
  }

  /** Returns a client that may call internal functions. */
  admin(): ConvexHttpClient {
    const client = new ConvexHttpClient(this.url, { logger: false });
    (client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(this.#running.adminKey);
    return client;
  }

  as(index: number): ConvexHttpClient {
    const client = new ConvexHttpClient(this.url, { logger: false });
    client.setAuth(this.tokenOf(index));
    return client;
  }

  /** Returns the environment in which `sms` acts as the person with number `index`. */
  async environmentOf(index: number): Promise<NodeJS.ProcessEnv> {
    const sessionId = this.folder.sessions[index]?.sessionId;
    const token = (await this.admin().mutation(createRefreshToken, { sessionId })) as string;
    const { dataDir } = this.folder;
    return { ...process.env, SMS_URL: this.url, SMS_TOKEN: token, SMS_DATA_DIR: dataDir };
  }

  /** Longest turn of the server's event loop since the last call, in ms of CPU time. */
  async longestTurnMs(): Promise<number> {
    this.#send("longestTurn");
    const [answer] = (await once(this.#child!, "message")) as [{ longestTurnMs: number }];
    return answer.longestTurnMs;
  }

  /** Restarts the server, and clears the blocks of earlier kills. */
  async restart(): Promise<void> {
    await this.#end();
    await rm(join(this.folder.dataDir, "held-calls.jsonl"), { force: true });
    this.kills = 0;
    await this.#start();
  }

  async stop(): Promise<void> {
    await this.#end();
    await rm(this.folder.dataDir, { recursive: true, force: true });
  }

  get #running(): Ready {
    if (this.#ready === null) throw new Error("The server has not started");
    return this.#ready;
  }

  async #start(): Promise<void> {
    this.#isStopping = false;
    const { dataDir, pushRequest, sessions } = this.folder;
    const args = [dataDir, pushRequest, String(this.port), JSON.stringify(sessions)];
    const child = fork(PROGRAM, args, { execArgv: ["--import", "tsx"] });
    this.#child = child;
    child.once("exit", () => {
      if (this.#isStopping || this.#child !== child) return;
      this.kills += 1;
      void this.#start();
    });
    const [ready] = (await once(child, "message")) as [Ready];
    this.#ready = ready;
  }

  #send(request: ServerRequest): void {
    this.#child?.send(request);
  }

  async #end(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    this.#send("stop");
    await gone;
  }
}
