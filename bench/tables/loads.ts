import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import type { OurServer } from "../ours/start";
import { person } from "../target";

/**
 * Requests all pages repeatedly, as `count` admins do who open a table for the first time. Their
 * browsers would be other computers, so the responses are not even decompressed here.
 *
 * @param cursors of all pages
 */
export function startLoads(server: OurServer, count: number, cursors: readonly (string | null)[]) {
  const agent = new Agent({ keepAlive: true });
  let isStopped = false;
  const load = { pages: 0, wireBytes: 0 };
  const one = async (admin: number) => {
    const headers = {
      Authorization: `Bearer ${server.tokenOf(person(admin))}`,
      "Content-Type": "application/json",
      "Accept-Encoding": "br",
    };
    for (let page = 0; !isStopped; page = (page + 1) % cursors.length) {
      const args = { cursor: cursors[page] };
      const call = request(`${server.url}/api/query`, { method: "POST", headers, agent });
      call.end(JSON.stringify({ path: "sampleFeed:page", args, format: "json" }));
      const [answer] = (await once(call, "response")) as [IncomingMessage];
      load.wireBytes += Number(answer.headers["content-length"]);
      load.pages++;
      await once(answer.resume(), "end");
    }
  };
  const loads = Array.from({ length: count }, (_, admin) => one(admin));
  const stop = async () => {
    isStopped = true;
    await Promise.all(loads);
    agent.destroy();
  };
  return Object.assign(load, { stop });
}
