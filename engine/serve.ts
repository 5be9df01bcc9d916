import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { JSONValue } from "convex/values";
import { Authenticator } from "./auth/authenticator";
import { TokenVerifier } from "./auth/jwt";
import type { Clock } from "./commit/database";
import type { Deployment } from "./deployment";
import { AdminApi } from "./http/admin";
import { clientIp } from "./http/clientIp";
import { limitConnections } from "./http/connectionLimit";
import { FunctionsApi } from "./http/functionsApi";
import { Hosts } from "./http/hosts";
import { Metrics, type GaugeOptions } from "./http/metrics";
import { Origins } from "./http/origins";
import { QueryAnswers } from "./http/queryAnswers";
import { NetworkLimits, type NetworkLimitOptions } from "./http/networkLimits";
import { Router } from "./http/router";
import { StaticFiles } from "./http/staticFiles";
import { StorageApi } from "./http/storageApi";
import { silentLogger, type Logger } from "./logs";
import { LiveQueries } from "./sync/liveQueries";
import { MAX_SOCKETS_PER_NETWORK, SOCKET_LIMITS, type SocketLimits } from "./sync/socketLimits";
import { ownerOf } from "./sync/socketOwner";
import { SocketServer } from "./sync/socketServer";
import { SocketUsage } from "./sync/socketUsage";
import { SystemQueries } from "./sync/systemQueries";
import { TransitionQueue } from "./sync/transitionQueue";
import { ArrivingBytes, HeldBytes, type ArrivingLimits } from "./sync/heldBytes";
import { markServing } from "./supervisor";

const FETCH_TIMEOUT_MS = 10_000;
/** Time that requests get to finish when the server stops. */
const STOP_GRACE_MS = 3_000;

export interface ServeOptions {
  readonly deployment: Deployment;
  /** Port of the main server; 0 takes any free port, which the returned url contains. */
  readonly port: number;
  readonly host: string;
  /** Folder of the built web app, with an index.html. Without it, no pages are served. */
  readonly staticDir?: string;
  /** A second port that serves only HTTP actions, at `/`. The main port serves them too. */
  readonly sitePort?: number;
  /** Web pages of other origins that may use the deployment, such as `https://app.company.com`. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Names that the server answers to (hosts.ts) in addition to `host`, the hosts of the
   * deployment's two URLs and of `allowedOrigins`; `*` for all.
   */
  readonly allowedHosts?: readonly string[];
  /** Setting that fills `allowedHosts`, named when another name is refused. */
  readonly allowedHostsSetting?: string;
  /**
   * Hosts from which pages may load in addition to their own, such as
   * `https://maps.googleapis.com`.
   */
  readonly contentSources?: readonly string[];
  /** True behind a reverse proxy that sets X-Forwarded-For. */
  readonly isBehindProxy?: boolean;
  readonly maxSocketsPerNetwork?: number;
  /** Overrides of SOCKET_LIMITS. */
  readonly socketLimits?: Partial<SocketLimits>;
  /** Bursts that one network may send before it is throttled. */
  readonly networkLimits?: NetworkLimitOptions;
  /** Limits on incomplete frames and bodies. */
  readonly arrivingBytes?: ArrivingLimits;
  /**
   * Path of a query without arguments: people who may run it may also read the server's health
   * (GET /api/engine/health), which otherwise needs the admin key.
   */
  readonly healthQuery?: string;
  /** The app's own figures at /metrics. */
  readonly gauges?: readonly GaugeOptions[];
  readonly clock?: Clock;
  readonly log?: Logger;
}

export interface RunningServer {
  readonly url: string;
  /**
   * Stops accepting connections, closes sockets so that clients reconnect, and lets requests
   * finish.
   */
  close(): Promise<void>;
}

/**
 * Puts a deployment on the network: sync sockets, HTTP API, files, HTTP actions and the web app.
 *
 * @throws Error with code EADDRINUSE, EADDRNOTAVAIL … when it cannot listen
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { log = silentLogger } = options;
  const { router, sockets } = await makeHandlers(options, log);
  const main = createServer((request, response) => void router.handle(request, response));
  main.on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  const site = createServer((request, response) => void router.handleSite(request, response));
  const servers = options.sitePort === undefined ? [main] : [main, site];
  if (!options.isBehindProxy) servers.forEach((server) => limitConnections(server));
  await listen(main, options.port, options.host);
  if (options.sitePort !== undefined) await listen(site, options.sitePort, options.host);
  const { port } = main.address() as AddressInfo;
  markServing();
  log.info("listening", { host: options.host, port });
  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`,
    async close() {
      sockets.close();
      await Promise.all(servers.map(stopServer));
      log.info("stopped");
    },
  };
}

/** Creates the handlers of HTTP requests and sockets: the parts of a server that need no port. */
async function makeHandlers(
  options: ServeOptions,
  log: Logger,
): Promise<{ router: Router; sockets: SocketServer }> {
  const { deployment, clock = { now: () => Date.now() }, staticDir, contentSources = [] } = options;
  const { database, functions } = deployment;
  const urls = {
    cloudUrl: deployment.environment.values["CONVEX_CLOUD_URL"] ?? "",
    siteUrl: deployment.environment.values["CONVEX_SITE_URL"] ?? "",
  };
  const verifier = new TokenVerifier(
    () => deployment.authConfig,
    (url) => fetchJson(url, urls.siteUrl, deployment),
    clock,
  );
  const authenticator = new Authenticator(verifier, deployment.adminKey);
  const systemQueries = new SystemQueries(database, functions, urls);
  const liveQueries = new LiveQueries(database, functions, systemQueries, clock);
  deployment.onReload(() => liveQueries.invalidateAll());

  const origins = new Origins(options.allowedOrigins ?? []);
  const names = [options.host, urls.cloudUrl, urls.siteUrl, ...origins.allowed];
  const hosts = new Hosts([...names, ...(options.allowedHosts ?? [])], options.allowedHostsSetting);
  const network = {
    hosts,
    origins,
    networkLimits: new NetworkLimits(clock, options.networkLimits),
    clientIp: (request: IncomingMessage) => clientIp(request, options.isBehindProxy ?? false),
  };
  const unsentBytes = new HeldBytes();
  const arrivingBytes = new ArrivingBytes(options.arrivingBytes);
  const calls = { database, functions, liveQueries, authenticator };
  const onError = (error: unknown) => log.error("a socket failed", { error: stackOf(error) });
  const maxSocketsPerNetwork = options.maxSocketsPerNetwork ?? MAX_SOCKETS_PER_NETWORK;
  const owning = {
    limits: { ...SOCKET_LIMITS, ...options.socketLimits },
    ownIssuer: urls.siteUrl,
  };
  const sockets = new SocketServer(
    {
      ...calls,
      transitions: new TransitionQueue(),
      usage: new SocketUsage(),
      ownerOf: (caller, ip) => ownerOf(caller, ip, owning),
      clock,
      onError,
    },
    { ...network, unsentBytes, arrivingBytes, maxSocketsPerNetwork },
  );
  const queryAnswers = new QueryAnswers(unsentBytes);
  const metrics = new Metrics(deployment, liveQueries);
  for (const { name, help, read } of options.gauges ?? []) metrics.gauge(name, help, read);
  const router = new Router({
    ...network,
    arrivingBytes,
    functionsApi: new FunctionsApi({ ...calls, ...network, queryAnswers, arrivingBytes }),
    storageApi: new StorageApi(deployment.files),
    adminApi: new AdminApi(deployment),
    metrics,
    functions,
    staticFiles: staticDir ? await StaticFiles.open(staticDir, contentSources) : null,
    healthQuery: options.healthQuery ?? null,
    siteUrl: urls.siteUrl,
    instanceName: deployment.instanceName,
    log,
  });
  return { router, sockets };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.keepAliveTimeout = 65_000; // longer than the keep-alive of reverse proxies
  server.listen(port, host);
  await once(server, "listening"); // rejects when the server emits "error" first
}

async function stopServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await closed;
  clearTimeout(forceCloseTimer);
}

/**
 * Fetches a JSON document. URLs of the deployment's own site call its HTTP action in-process: a
 * request over the network could wait for the very request that causes it.
 */
async function fetchJson(
  url: string,
  siteUrl: string,
  { functions }: Deployment,
): Promise<JSONValue> {
  const isOwn = siteUrl !== "" && url.startsWith(`${siteUrl}/`);
  const response = isOwn
    ? await functions.runHttpAction(new Request(url), { identity: null, isAdmin: false })
    : await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response?.ok) throw new Error(`${url} answered ${response?.status ?? "no route"}`);
  return (await response.json()) as JSONValue;
}

const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
