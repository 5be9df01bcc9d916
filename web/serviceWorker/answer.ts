/**
 * How the worker answers a request; null: it does not, and the browser sends the request itself.
 */
export type Answer = "page" | "file" | null;

/**
 * Decides how to answer a request. Only files of a build are ever cached, identified by their
 * paths; requests for data, sign-ins, photos and sockets have other paths and bypass the worker.
 *
 * @param files paths of the build's files; files of other builds are recognized by their folder
 */
export function answerTo(
  request: Pick<Request, "method" | "mode" | "url">,
  origin: string,
  files: ReadonlySet<string>,
): Answer {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return null;
  if (request.mode === "navigate") return "page";
  const isFile = files.has(url.pathname) || url.pathname.startsWith("/assets/");
  return url.search === "" && isFile ? "file" : null;
}

/** Status codes of a proxy whose server is down. */
const IS_DOWN = [502, 503, 504];

/** A server that has not begun to answer by then counts as unreachable, ms. */
const MAX_WAIT_MS = 5_000;

/**
 * Answers a navigation: with the server's page, so that a reload always gets the newest version, or
 * with the cached page if the server is unreachable.
 */
export async function answerPage(
  fromServer: Promise<Response>,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_WAIT_MS);
  });
  const answer = await Promise.race([fromServer.catch(() => null), late]);
  clearTimeout(timer);
  if (answer !== null && !IS_DOWN.includes(answer.status)) return answer;
  return (await kept()) ?? answer ?? fromServer;
}
