import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { makeFunctionReference } from "convex/server";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import type { DeploymentOptions } from "../../../engine/options";
import { serve, type RunningServer, type ServeOptions } from "../../../engine/serve";
import { freePort } from "../../support/freePort";
import { TestDeployment } from "../support/testDeployment";

const newKeys = () => generateKeyPair("RS256", { extractable: true });
/** All servers of a process have the same keys. */
let keys: ReturnType<typeof newKeys> | undefined;

/** The test app served on its own port, with a key that signs its users' tokens. */
export class TestServer {
  #server: RunningServer | null = null;
  readonly #clients: { close(): Promise<void> }[] = [];

  private constructor(
    public app: TestDeployment,
    readonly port: number,
    readonly sign: (claims: TokenClaims) => Promise<string>,
    readonly options: Partial<ServeOptions>,
  ) {}

  static async start(
    options: Partial<ServeOptions> = {},
    deploymentOptions: Partial<DeploymentOptions> = {},
  ): Promise<TestServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { privateKey, publicKey } = await (keys ??= newKeys());
    const jwk = { ...(await exportJWK(publicKey)), use: "sig", alg: "RS256" };
    const app = await TestDeployment.open({
      cloudUrl: url,
      siteUrl: url,
      environment: { JWKS: JSON.stringify({ keys: [jwk] }) },
      ...deploymentOptions,
    });
    const sign = ({ subject, lifetimeSeconds = 600, ...claims }: TokenClaims) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256" })
        .setIssuer(url)
        .setAudience("convex")
        .setSubject(subject)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(privateKey);
    };
    const server = new TestServer(app, port, sign, options);
    await server.listen();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get deployment() {
    return this.app.deployment;
  }

  async listen(): Promise<void> {
    const { deployment } = this.app;
    this.#server = await serve({ deployment, port: this.port, host: "127.0.0.1", ...this.options });
  }

  /** Stops the server; the deployment stays open. */
  async unplug(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.splice(0)) await client.close();
    await this.unplug();
    await this.app.close();
  }

  /** Returns an official live client, closed with the server. */
  client(options: { webSocketConstructor?: typeof globalThis.WebSocket } = {}): ConvexClient {
    const client = new ConvexClient(this.url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      logger: false,
      unsavedChangesWarning: false,
      ...options,
    });
    this.#clients.push(client);
    return client;
  }

  httpClient(token?: string): ConvexHttpClient {
    return new ConvexHttpClient(this.url, { logger: false, ...(token && { auth: token }) });
  }
}

export interface TokenClaims {
  readonly subject: string;
  readonly lifetimeSeconds?: number;
  readonly [claim: string]: unknown;
}

export const query = (path: string) => makeFunctionReference<"query">(path);
export const mutation = (path: string) => makeFunctionReference<"mutation">(path);
export const action = (path: string) => makeFunctionReference<"action">(path);

/** Collects the values of a subscription, and waits for later ones. */
export class Heard<T> {
  readonly values: T[] = [];
  #waiting: (() => void)[] = [];

  readonly hear = (value: T): void => {
    this.values.push(value);
    for (const wake of this.#waiting.splice(0)) wake();
  };

  get last(): T | undefined {
    return this.values.at(-1);
  }

  /** Resolves to the first value, past or future, for which `isIt` is true. */
  async until(isIt: (value: T) => boolean): Promise<T> {
    for (let next = 0; ;) {
      for (; next < this.values.length; next += 1) {
        const value = this.values[next] as T;
        if (isIt(value)) return value;
      }
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }
}
