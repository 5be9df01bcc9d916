import { existsSync } from "node:fs";
import { ConvexHttpClient } from "convex/browser";
import { importPKCS8, SignJWT } from "jose";
import { storePath } from "../../../engine/dataFolder";
import { openDeployment, type Deployment } from "../../../engine/deployment";
import { serve } from "../../../engine/serve";
import type { WatchdogOptions } from "../../../engine/watchdog/watchdog";
import { newSigningKeys } from "../../../server/secrets";
import { freePort } from "../freePort";

/** Person and session of a signed token. */
export type Session = { readonly userId: string; readonly sessionId: string };

/** Longer than any test or benchmark runs. */
const TOKEN_LIFE = "12h";

/**
 * The product's functions and those of tests/support/functions/, served by the embedded deployment
 * in this process: real store, real sockets.
 */
export class EmbeddedHome {
  readonly #admin: ConvexHttpClient;

  private constructor(
    readonly url: string,
    readonly deployment: Deployment,
    private readonly server: { close(): Promise<void> },
    private readonly signingKey: CryptoKey,
  ) {
    this.#admin = new ConvexHttpClient(url, { logger: false });
    (this.#admin as unknown as AdminClient).setAdminAuth(deployment.adminKey);
  }

  /** @param pushRequest result of `bundleWithTestFunctions` */
  static async open(options: {
    dataDir: string;
    pushRequest: string;
    port?: number;
    /** Folder of a built web app to serve. */
    staticDir?: string | undefined;
    /** True to trust the callers' X-Forwarded-For header. */
    isBehindProxy?: boolean;
    /** Kills this process if a function blocks its thread, as in the product. */
    watchdog?: WatchdogOptions;
  }): Promise<EmbeddedHome> {
    const port = options.port ?? (await freePort());
    const url = `http://127.0.0.1:${port}`;
    const isNew = !existsSync(storePath(options.dataDir));
    const deployment = await openDeployment({
      dataDir: options.dataDir,
      pushRequest: options.pushRequest,
      cloudUrl: url,
      siteUrl: url,
      ...(isNew && { environment: await newSettings() }),
      ...(options.watchdog && { watchdog: options.watchdog }),
    });
    // Environment variables hold it on one line; base64 itself contains no spaces.
    const pem = (deployment.environment.get("JWT_PRIVATE_KEY") ?? "").replace(
      /(?<=KEY-----) | (?=-----END)/g,
      "\n",
    );
    const { staticDir } = options;
    const server = await serve({
      deployment,
      port,
      host: "127.0.0.1",
      isBehindProxy: options.isBehindProxy ?? false,
      ...(staticDir !== undefined && { staticDir }),
    });
    return new EmbeddedHome(url, deployment, server, await importPKCS8(pem, "RS256"));
  }

  /** A client that may call internal functions, as `npx convex run` does. */
  get admin(): ConvexHttpClient {
    return this.#admin;
  }

  /** Signs the token that @convex-dev/auth issues when the person signs in. */
  async tokenFor({ userId, sessionId }: Session): Promise<string> {
    return await new SignJWT({ sub: `${userId}|${sessionId}` })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuedAt()
      .setIssuer(this.url)
      .setAudience("convex")
      .setExpirationTime(TOKEN_LIFE)
      .sign(this.signingKey);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.deployment.close();
  }
}

let signingKeys: ReturnType<typeof newSigningKeys> | undefined;

/** Variables of a new deployment. All homes of a process have the same keys. */
async function newSettings(): Promise<Record<string, string>> {
  return {
    ...(await (signingKeys ??= newSigningKeys())),
    SMS_COMPANY_DOMAIN: "company.com",
    SMS_STREAMS_EXPORTS: "1",
  };
}

/** The official client has the method and the CLI uses it, but the published types hide it. */
type AdminClient = { setAdminAuth(adminKey: string): void };
