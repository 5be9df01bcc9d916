import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeServiceWorker } from "../../../scripts/lib/serviceWorker.mjs";
import { freePort } from "../freePort";

/** `same`: the server's own. `next`: its entry script has another name. `none`: unreachable. */
type Build = "same" | "next" | "retired" | "none";

const FIRST_FILE = /(?<=src=")\/assets\/index-[\w-]+\.js(?=")/;
/** Version of the next build, in the names of its caches. */
export const NEXT_VERSION = "00000000000000ff";
export const NEXT_FILE = "/assets/index-ofnextversion.js";

/**
 * A proxy that makes a server look upgraded: the page has another entry script, and the service
 * worker is another one; everything else is the server's.
 */
export class UpgradingProxy {
  #build: Build = "same";
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    readonly target: URL,
    readonly retiredWorker: string,
    readonly firstFile: string,
  ) {}

  static async before(url: string): Promise<UpgradingProxy> {
    const [port, worker, page] = await Promise.all([freePort(), retiredWorker(), fetch(url)]);
    const firstFile = FIRST_FILE.exec(await page.text())?.[0];
    if (firstFile === undefined) throw new Error(`the page of ${url} names no first file`);
    const proxy = new UpgradingProxy(port, new URL(url), worker, firstFile);
    const server = createServer((asked, answer) => void proxy.#answer(asked, answer));
    server.on("upgrade", (asked: IncomingMessage, socket: Socket) => proxy.#join(asked, socket));
    await new Promise<void>((resolve) => server.listen(proxy.port, "localhost", resolve));
    proxy.stop = () => {
      proxy.dropSockets();
      server.closeAllConnections();
      server.close();
    };
    return proxy;
  }

  stop: () => void = () => undefined;

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Switches to another build and closes the sockets, like a restart for an upgrade. */
  serve(build: Build): void {
    this.#build = build;
    this.dropSockets();
  }

  dropSockets(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  #headersOf({ headers }: IncomingMessage) {
    const { host, origin } = this.target;
    // Responses to be modified must be complete and uncompressed: neither "not modified" nor
    // encoded.
    const { "if-none-match": _etag, "if-modified-since": _date, ...others } = headers;
    return { ...others, host, ...(headers.origin && { origin }), "accept-encoding": "identity" };
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (this.#build === "none") return void asked.socket.destroy();
    if (asked.url === NEXT_FILE) {
      answer.setHeader("Content-Type", "text/javascript");
      return void answer.end(`import "${this.firstFile}";`);
    }
    const { hostname, port } = this.target;
    // The server may close a kept-alive connection just as it is used again.
    const agent = false;
    const options = { hostname, port, path: asked.url, method: asked.method, agent } as const;
    const sent = request({ ...options, headers: this.#headersOf(asked) }, (came) => {
      const isPage = came.headers["content-type"]?.startsWith("text/html") ?? false;
      const isChanged = this.#build !== "same" && (isPage || asked.url === "/sw.js");
      if (!isChanged) {
        answer.writeHead(came.statusCode ?? 502, came.headers);
        return void came.pipe(answer);
      }
      const parts: Buffer[] = [];
      came.on("data", (part: Buffer) => parts.push(part));
      came.on("end", () => {
        const text = Buffer.concat(parts).toString();
        const { "content-length": _length, etag: _etag, ...headers } = came.headers;
        answer.writeHead(came.statusCode ?? 502, headers);
        answer.end(isPage ? this.#nextPage(text) : this.#nextWorker(text));
      });
    });
    sent.on("error", () => answer.destroy());
    asked.pipe(sent);
  }

  #nextPage(page: string): string {
    return page.replace(FIRST_FILE, NEXT_FILE);
  }

  #nextWorker(worker: string): string {
    if (this.#build === "retired") return this.retiredWorker;
    // The build's version is the only word of 16 hexadecimal digits.
    return worker
      .replace(/[0-9a-f]{16}(?=")/, NEXT_VERSION)
      .replace(`"${this.firstFile}"`, `"${NEXT_FILE}",$&`);
  }

  #join(asked: IncomingMessage, socket: Socket): void {
    if (this.#build === "none") return void socket.destroy();
    const server = connect(Number(this.target.port), this.target.hostname, () => {
      const headers = Object.entries({ ...this.#headersOf(asked) });
      const lines = headers.map(([name, value]) => `${name}: ${String(value)}`);
      server.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      server.pipe(socket).pipe(server);
    });
    for (const end of [server, socket]) {
      this.#sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => [server, socket].forEach((other) => other.destroy()));
    }
  }
}

/** The worker of a build with `VITE_SERVICE_WORKER=off`. */
async function retiredWorker(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sms-retired-"));
  await writeFile(join(folder, "index.html"), "");
  await writeServiceWorker(folder, true);
  const worker = await readFile(join(folder, "sw.js"), "utf8");
  await rm(folder, { recursive: true });
  return worker;
}
