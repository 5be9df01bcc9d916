import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ROOT } from "../../tests/support/deployments/deployment";
import { person } from "../target";
import { seededFolder, type Seeded, type Size } from "./seed";
import type { Memory, ServerReply, ServerRequest } from "./server";

export type { Memory } from "./server";

type Ready = Extract<ServerReply, { ready: unknown }>["ready"];

const createRefreshToken = makeFunctionReference<"mutation">("testing:createRefreshToken");

/** Our server over a copy of a seeded folder, in a child process. */
export class OurServer {
  readonly url: string;
  readonly adminKey: string;
  readonly startMs: number;

  private constructor(
    { url, adminKey, startMs }: Ready,
    readonly seeded: Seeded,
    readonly dataDir: string,
    private readonly child: ChildProcess,
    private readonly tokens: ReadonlyMap<string, string>,
  ) {
    this.url = url;
    this.adminKey = adminKey;
    this.startMs = startMs;
  }

  static async start(size: Size, pushRequest: string): Promise<OurServer> {
    const { dataDir, seeded } = await seededFolder(size, pushRequest);
    return await OurServer.serve(dataDir, seeded, pushRequest);
  }

  /**
   * Serves a folder, which `stop` deletes.
   *
   * @param webApp folder of a built web app to serve too
   * @param root the checkout whose server runs
   */
  static async serve(
    dataDir: string,
    seeded: Seeded,
    pushRequest: string,
    webApp?: string,
    root = ROOT,
  ): Promise<OurServer> {
    const program = join(root, "bench", "ours", "server.ts");
    const args = [dataDir, pushRequest, ...(webApp === undefined ? [] : [webApp])];
    const child = fork(program, args, { execArgv: ["--import", "tsx"] });
    const [{ ready }] = (await once(child, "message")) as [{ ready: Ready }];
    const { tokens } = await ask<{ tokens: readonly string[] }>(child, {
      tokensFor: seeded.sessions,
    });
    const byEmail = new Map(tokens.map((token, index) => [person(index), token]));
    return new OurServer(ready, seeded, dataDir, child, byEmail);
  }

  tokenOf = (email: string): string => {
    const token = this.tokens.get(email);
    if (token === undefined) throw new Error(`${email} was not seeded`);
    return token;
  };

  /** Returns a token with which a client signs in as the seeded person with number `index`. */
  async refreshTokenOf(index: number): Promise<string> {
    const sessionId = this.seeded.sessions[index]?.sessionId;
    if (sessionId === undefined) throw new Error(`${person(index)} was not seeded`);
    const http = new ConvexHttpClient(this.url, { logger: false });
    (http as unknown as { setAdminAuth(key: string): void }).setAdminAuth(this.adminKey);
    return (await http.mutation(createRefreshToken, { sessionId })) as string;
  }

  /** Returns the memory after a garbage collection. */
  async memory(): Promise<Memory> {
    return (await ask<{ memory: Memory }>(this.child, { memory: true })).memory;
  }

  /**
   * Returns the longest time since the last call for which the server's thread served nothing else,
   * in milliseconds of its CPU time.
   */
  async longestHoldMs(): Promise<number> {
    return (await ask<{ holdMs: number }>(this.child, { longestHold: true })).holdMs;
  }

  /** Returns the CPU time that the server has used so far, over all its threads. */
  async cpuMs(): Promise<number> {
    return (await ask<{ cpuMs: number }>(this.child, { cpu: true })).cpuMs;
  }

  /**
   * Starts a CPU profile of the functions' thread; given a file, ends it and writes it there.
   */
  async profile(file: string | null): Promise<void> {
    await ask(this.child, { profile: file });
  }

  /** Process id of the server. */
  get pid(): number {
    return this.child.pid!;
  }

  /**
   * Starts the pass over all data that the server runs a minute after its start, and once a day.
   */
  startScrub(): void {
    this.child.send({ scrub: true } satisfies ServerRequest);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, "exit");
    this.child.send({ stop: true } satisfies ServerRequest);
    await gone;
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

async function ask<Reply>(child: ChildProcess, request: ServerRequest): Promise<Reply> {
  child.send(request);
  const [reply] = (await once(child, "message")) as [Reply];
  return reply;
}
