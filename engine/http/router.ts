import type { IncomingMessage, ServerResponse } from "node:http";
import { BACKUP_PATH } from "../backupFile";
import { isFileFault } from "../files/verifyFiles";
import type { FunctionRunner } from "../functions/runner";
import type { Logger } from "../logs";
import type { AdminApi } from "./admin";
import { HttpError, respondError, respondText } from "./messages";
import type { FunctionsApi } from "./functionsApi";
import { respondWithHttpAction } from "./httpActions";
import type { Hosts } from "./hosts";
import type { Origins } from "./origins";
import { isLocal, type Metrics } from "./metrics";
import type { NetworkLimits } from "./networkLimits";
import type { StaticFiles } from "./staticFiles";
import type { StorageApi } from "./storageApi";
import type { ArrivingBytes } from "../sync/heldBytes";
import { isOfficialCli, refuseUnsupported } from "./unsupportedApi";

export interface RouterParts {
  readonly functionsApi: FunctionsApi;
  readonly storageApi: StorageApi;
  readonly adminApi: AdminApi;
  readonly metrics: Metrics;
  readonly functions: FunctionRunner;
  readonly hosts: Hosts;
  readonly origins: Origins;
  readonly networkLimits: NetworkLimits;
  readonly arrivingBytes: ArrivingBytes;
  readonly clientIp: (request: IncomingMessage) => string | null;
  readonly staticFiles: StaticFiles | null;
  /** Path of the query whose callers may read the server's health; null: the admin key only. */
  readonly healthQuery: string | null;
  /** Base URL of the app's HTTP actions; functions see it as `CONVEX_SITE_URL`. */
  readonly siteUrl: string;
  readonly instanceName: string;
  readonly log: Logger;
}

/** Completes a request's path to a URL for parsing; the host in it is never used. */
const PLACEHOLDER_ORIGIN = "http://localhost";

/** Answer to GET /version. Convex's own deployments return a commit there; no client reads it. */
const VERSION = "embedded";

/** Methods by which an HTTP action can be routed. A HEAD request runs the action for GET. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Methods that pages of any origin may send to an HTTP action. With other methods, a page could
 * change data from within its visitor's network or on the visitor's behalf. OPTIONS is included
 * because the app itself answers preflight requests.
 */
const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

interface Route {
  readonly method: "GET" | "POST";
  /** True when the request must carry the deployment's admin key. */
  readonly isAdmin?: true;
  answer(exchange: Exchange): Promise<void> | void;
}

/**
 * Answers all requests on one port. The first match wins, in this order:
 *
 *   1. the deployment's own addresses  /api/query …, /api/storage/…, /version, /instance_name
 *   2. addresses of the official CLI   for requests with an admin key: as in 4
 *   3. HTTP actions                    /http/<path>, and <path> itself (so `<origin>/.well-known/…`
 *                                      of `@convex-dev/auth` works where siteUrl is this origin)
 *   4. addresses of the official CLI   refused, naming the alternative
 *   5. files of the web app            exact names
 *   6. index.html                      for any other page that a browser opens
 *
 * So an HTTP action cannot replace an address of step 1, but remains reachable below /http/.
 */
export class Router {
  readonly #routes: ReadonlyMap<string, Route>;

  constructor(readonly parts: RouterParts) {
    this.#routes = new Map(Object.entries(deploymentRoutes(parts)));
  }

  /** Answers a request on the main port. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#respondingToErrors(request, response, async (exchange) => {
      const { pathname } = exchange.url;
      const route = this.#routes.get(pathname) ?? this.#fileRoute(pathname);
      if (route) return this.#answerDeploymentRoute(exchange, route);
      if (/^\/http(\/|$)/.test(pathname)) {
        return this.#answerSite(exchange, pathname.slice("/http".length) || "/");
      }
      // The app's own routes may have these addresses, and would answer the CLI with their 404.
      if (isOfficialCli(request)) refuseUnsupported(pathname);
      if (await this.#httpAction(exchange, pathname)) return;
      refuseUnsupported(pathname);
      if (await this.parts.staticFiles?.answer(request, response, pathname)) return;
      respondText(response, 404, "Not found");
    });
  }

  /** Answers a request on the optional second port, which serves HTTP actions only. */
  handleSite(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#respondingToErrors(request, response, (exchange) =>
      this.#answerSite(exchange, exchange.url.pathname),
    );
  }

  async #respondingToErrors(
    request: IncomingMessage,
    response: ServerResponse,
    answer: (exchange: Exchange) => Promise<void>,
  ): Promise<void> {
    try {
      this.parts.networkLimits.takeRequest(this.parts.clientIp(request));
      const wrongHost = this.parts.hosts.refusal(request);
      if (wrongHost !== null) throw new HttpError(421, "HostNotAllowed", wrongHost);
      const { method = "GET", url = "" } = request;
      if (!METHODS.includes(method)) {
        response.setHeader("Allow", METHODS.join(", "));
        throw new HttpError(405, "MethodNotAllowed", `${method} is not answered here`);
      }
      if (!URL.canParse(url, PLACEHOLDER_ORIGIN)) {
        throw new HttpError(400, "BadRequest", "The request's address is malformed");
      }
      await answer({ request, response, url: new URL(url, PLACEHOLDER_ORIGIN) });
    } catch (error) {
      // The client has disconnected, so nothing is sent or logged, except for a damaged file: that
      // ends its response too.
      if (response.destroyed && !isFileFault(error)) return;
      if (!(error instanceof HttpError)) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        this.parts.log.error("request failed", { path: this.#loggedPath(request), error: text });
      }
      if (!response.destroyed) respondError(response, error);
    }
  }

  /**
   * Returns the path of a route, else its first segment: the rest, and the query, may have a token,
   * a mailed code or an e-mail address.
   */
  #loggedPath({ url = "" }: IncomingMessage): string {
    const [path = ""] = url.split("?");
    if (this.#routes.has(path)) return path;
    return path.replace(/^(\/[^/]*).*$/s, "$1/…");
  }

  async #answerDeploymentRoute(exchange: Exchange, route: Route): Promise<void> {
    const { request, response, url } = exchange;
    const { origins, functionsApi } = this.parts;
    this.#requireAllowedOrigin(request);
    if (request.method === "OPTIONS") return origins.preflight(request, response);
    origins.setCorsHeaders(request, response);
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (method !== route.method) {
      response.setHeader("Allow", route.method);
      throw new HttpError(405, "MethodNotAllowed", `${url.pathname} answers ${route.method} only`);
    }
    if (route.isAdmin) await functionsApi.requireAdmin(request);
    await route.answer(exchange);
  }

  /** @throws HttpError 403 when a page of another origin sent the request */
  #requireAllowedOrigin(request: IncomingMessage): void {
    if (this.parts.origins.mayCall(request)) return;
    throw new HttpError(403, "OriginNotAllowed", "This page may not call this deployment");
  }

  #fileRoute(pathname: string): Route | null {
    const id = /^\/api\/storage\/([^/]+)$/.exec(pathname)?.[1];
    if (id === undefined) return null;
    const { storageApi } = this.parts;
    return {
      method: "GET",
      answer: ({ request, response }) => storageApi.serve(request, response, id),
    };
  }

  async #answerSite(exchange: Exchange, path: string): Promise<void> {
    if (await this.#httpAction(exchange, path)) return;
    respondText(exchange.response, 404, "No matching routes found");
  }

  async #httpAction({ request, response, url }: Exchange, path: string): Promise<boolean> {
    const { functions, functionsApi, siteUrl, networkLimits, arrivingBytes, clientIp } = this.parts;
    if (!READING_METHODS.has(request.method ?? "GET")) this.#requireAllowedOrigin(request);
    return respondWithHttpAction(
      functions,
      { request, response },
      { siteUrl, path: path + url.search, caller: await functionsApi.httpActionCaller(request) },
      {
        arrivingBytes,
        onChunk: (chunk) => networkLimits.takeBytes(clientIp(request), chunk.length),
      },
    );
  }
}

function deploymentRoutes(parts: RouterParts): Record<string, Route> {
  const { functionsApi, storageApi, adminApi, metrics, healthQuery } = parts;
  return {
    "/api/query": post(({ request, response }) => functionsApi.call(request, response, "query")),
    "/api/mutation": post(({ request, response }) =>
      functionsApi.call(request, response, "mutation"),
    ),
    "/api/action": post(({ request, response }) => functionsApi.call(request, response, "action")),
    "/api/function": post(({ request, response }) => functionsApi.call(request, response, null)),
    "/api/query_ts": post(({ response }) => functionsApi.timestamp(response)),
    "/api/query_at_ts": post(({ request, response }) => functionsApi.callAt(request, response)),
    "/api/storage/upload": post(({ request, response, url }) =>
      storageApi.upload(request, response, url.searchParams.get("token") ?? ""),
    ),
    // The convex client reports long disconnections here.
    "/api/debug_event": post(({ response }) => respondText(response, 200, "")),
    "/api/update_environment_variables": admin("POST", ({ request, response }) =>
      adminApi.setVariables(request, response),
    ),
    "/api/stream_function_logs": admin("GET", ({ response, url }) =>
      adminApi.logs(response, url.searchParams),
    ),
    [BACKUP_PATH]: admin("POST", ({ response }) => adminApi.backup(response)),
    "/api/engine/check": admin("POST", ({ response }) => adminApi.check(response)),
    "/api/engine/health": get(async ({ request, response }) => {
      if (healthQuery === null) await functionsApi.requireAdmin(request);
      else await functionsApi.requireReader(request, healthQuery);
      adminApi.health(response);
    }),
    "/api/engine/confirm-upgrade": admin("POST", ({ response }) =>
      adminApi.confirmUpgrade(response),
    ),
    "/api/engine/blocked": admin("GET", ({ response }) => adminApi.blocked(response)),
    "/api/engine/lift": admin("POST", ({ request, response }) => adminApi.lift(request, response)),
    "/health": get(({ response }) => adminApi.ready(response)),
    "/metrics": get(async ({ request, response }) => {
      if (!isLocal(request)) await functionsApi.requireAdmin(request);
      response.setHeader("Content-Type", metrics.registry.contentType);
      respondText(response, 200, await metrics.registry.metrics());
    }),
    "/version": get(({ response }) => respondText(response, 200, VERSION)),
    "/instance_name": get(({ response }) => respondText(response, 200, parts.instanceName)),
  };
}

const get = (answer: Route["answer"]): Route => ({ method: "GET", answer });
const post = (answer: Route["answer"]): Route => ({ method: "POST", answer });
const admin = (method: Route["method"], answer: Route["answer"]): Route => ({
  method,
  isAdmin: true,
  answer,
});
