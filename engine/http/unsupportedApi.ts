import type { IncomingMessage } from "node:http";
import { HttpError } from "./messages";

/** Addresses of the official CLI that this deployment does not offer, with alternatives. */
const UNSUPPORTED: readonly (readonly [prefix: string, what: string, instead: string])[] = [
  [
    "/api/deploy2/",
    "convex deploy, dev and codegen",
    "It loads the functions at its start, or as they change with `engine serve --watch`.",
  ],
  [
    "/api/get_config",
    "convex deploy, dev and run --push",
    "It loads the functions at its start, or as they change with `engine serve --watch`.",
  ],
  [
    "/api/v1/",
    "convex dev and codegen",
    "It loads the functions at its start, or as they change with `engine serve --watch`.",
  ],
  ["/api/export/", "convex export", "Use `npx engine export`."],
  ["/api/import/", "convex import", "Use `npx engine import`."],
  ["/api/perform_import", "convex import", "Use `npx engine import`."],
  ["/api/streaming_", "streaming import and export", "Use `npx engine export`."],
  ["/api/run_test_function", "convex run --inline-query", "Call a function of the project."],
];

/** True for a request of the official CLI, which sends an admin key with this scheme. */
export function isOfficialCli({ headers }: IncomingMessage): boolean {
  return /^Convex /i.test(headers.authorization ?? "");
}

/**
 * Refuses the addresses above with a text that names the alternative. The official CLI would take a
 * 404 for a server that is still starting, and retry for 35 seconds; it prints a 400 immediately.
 *
 * @throws HttpError 400 when `pathname` is one of these addresses
 */
export function refuseUnsupported(pathname: string): void {
  const found = UNSUPPORTED.find(([prefix]) => pathname.startsWith(prefix));
  if (!found) return;
  const [, what, instead] = found;
  throw new HttpError(400, "Unsupported", `This deployment does not offer ${what}. ${instead}`);
}
