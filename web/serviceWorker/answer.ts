/** How the worker answers a request; null: not at all, the browser does. */
export type Answer = "page" | "file" | null;

/**
 * Decides how to answer a request. Only files of a build are ever kept, by their addresses: data,
 * sign-ins, photos and sockets have other addresses and pass by the worker.
 *
 * @param files addresses of the build's files; those of other builds are known by their folder
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

/** The status codes of a proxy while the server behind it is down. */
const IS_DOWN = [502, 503, 504];

/** A server that has not begun to answer by then is taken for out of reach, ms. */
const MAX_WAIT_MS = 5_000;

/**
 * Answers the opening of a page: with the server's page, so that a reload always brings the newest
 * version, and with the kept one while the server is out of reach.
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
