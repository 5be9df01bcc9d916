/**
 * Sign-in through the browser. The terminal keeps a secret and opens a page of the app with the
 * secret's digest. The person approves there. The page then sends a code to this computer's
 * loopback address (RFC 8252), or shows it to be pasted. Code and secret together start the
 * session.
 */
import { spawn } from "node:child_process";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "../convex/_generated/api";
import { Client } from "./client";
import { CliError } from "./errors";
import { note } from "./output";
import { ask } from "./prompt";

/** Time to sign in on the page and approve; the code is valid for as long. */
const WAIT_MS = 5 * 60_000;

type Options = {
  /** Base URL of the app. */
  readonly app: string;
  /** False if the browser runs on another computer; the code is then pasted. */
  readonly isHere: boolean;
};

/** @returns the session's refresh token */
export async function signInByBrowser(url: string, { app, isHere }: Options): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("hex");
  const code = isHere
    ? await receiveCode(app, challenge)
    : await askForCode(pageOf(app, { challenge }));
  const { tokens } = await new Client(url).action(api.auth.signIn, {
    provider: "ticket",
    params: { flow: "terminal", code, verifier },
  });
  if (!tokens) throw new CliError("The server opened no session.");
  return tokens.refreshToken;
}

function pageOf(app: string, parameters: Readonly<Record<string, string>>): string {
  return `${app}/pages/terminal?${new URLSearchParams(parameters).toString()}`;
}

async function askForCode(page: string): Promise<string> {
  note(`Open this address in a browser, and paste the code that it shows:\n\n  ${page}\n`);
  return (await ask("Code: ", "--email and --password-stdin")).trim();
}

/** Opens the page in this computer's browser, and waits for the code that the page sends. */
async function receiveCode(app: string, challenge: string): Promise<string> {
  const state = randomBytes(16).toString("base64url");
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const page = pageOf(app, { challenge, port: String(port), state });
  note(`Your browser opens this address. Sign in there, and agree:\n\n  ${page}\n`);
  note("If it runs on another computer, stop with Ctrl-C, and add --no-browser.");
  openBrowser(page);
  try {
    return await codeFrom(server, state, pageOf(app, { outcome: "done" }));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Resolves with the code of the first request that has the right state. */
async function codeFrom(
  server: ReturnType<typeof createServer>,
  state: string,
  donePage: string,
): Promise<string> {
  const isLate = AbortSignal.timeout(WAIT_MS);
  return await new Promise((resolve, reject) => {
    isLate.addEventListener("abort", () => {
      reject(new CliError('No one agreed within 5 minutes. Run "sms login" again.'));
    });
    server.on("request", (request, response) => {
      const code = codeIn(request, state);
      if (code === null) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(302, { Location: donePage, "Cache-Control": "no-store" });
      response.end(() => resolve(code));
    });
  });
}

/** Returns the code in a request with the right state; null for any other request to the port. */
function codeIn({ url = "/" }: IncomingMessage, state: string): string | null {
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  const given = Buffer.from(searchParams.get("state") ?? "");
  const wanted = Buffer.from(state);
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  return pathname === "/" && isOurs ? searchParams.get("code") : null;
}

/** Program that opens a URL in the user's browser. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Failures are ignored, because the URL is also printed. */
function openBrowser(page: string): void {
  const [program, ...first] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...first, page], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
