/**
 * A program of greedy callers, in its own process so that reading the answers does not delay the
 * measured callers. Sends the parent process one line that describes the outcome.
 */
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";

export type CallerTask =
  /** Reads these addresses, all concurrently and to their ends. */
  | { readonly read: readonly { readonly url: string; readonly token: string }[] }
  /** Loads all samples page by page for this long, as browsers that open a table do. */
  | { readonly load: { url: string; tokens: readonly string[]; seconds: number } };

const task = JSON.parse(process.argv[2] ?? "null") as CallerTask;
process.send?.("read" in task ? await readAll(task.read) : await loadAll(task.load));
process.disconnect();

async function readAll(addresses: readonly { url: string; token: string }[]): Promise<string> {
  const outcomes = await Promise.all(addresses.map(readOne));
  const counts = new Map<string, number>();
  for (const each of outcomes) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(", ");
}

async function readOne({ url, token }: { url: string; token: string }): Promise<string> {
  try {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const reader = response.body?.getReader();
    let bytes = 0;
    for (;;) {
      const piece = await reader?.read();
      if (piece?.value === undefined) break;
      bytes += piece.value.length;
    }
    return response.ok ? `${(bytes / 1e6).toFixed(0)} MB` : String(response.status);
  } catch {
    return "broken off";
  }
}

async function loadAll({
  url,
  tokens,
  seconds,
}: {
  url: string;
  tokens: readonly string[];
  seconds: number;
}): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const until = performance.now() + seconds * 1_000;
  let [pages, failures] = [0, 0];
  const one = async (token: string) => {
    let cursor: string | null = null;
    while (performance.now() < until) {
      try {
        cursor = await pageAfter(cursor, { url, token, agent });
        pages++;
      } catch {
        failures++;
      }
    }
  };
  await Promise.all(tokens.map(one));
  agent.destroy();
  return `${pages} pages${failures > 0 ? `, ${failures} failed` : ""}`;
}

async function pageAfter(
  cursor: string | null,
  { url, token, agent }: { url: string; token: string; agent: Agent },
): Promise<string | null> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const call = request(`${url}/api/query`, { method: "POST", headers, agent });
  call.end(JSON.stringify({ path: "sampleFeed:page", args: { cursor }, format: "json" }));
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const { value } = JSON.parse(Buffer.concat(pieces).toString()) as {
    value: { cursor: string | null };
  };
  return value.cursor;
}
