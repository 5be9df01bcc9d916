import { once } from "node:events";
import { Command } from "commander";
import { requireViewer, signedInClient, type Client } from "../client";
import { readConfig } from "../config";
import { examples } from "../options";
import type { Watched } from "../watch/liveInbox";

export const watch = new Command("watch")
  .description("Shows live what waits for you; on a terminal, keys receive and decline it")
  .option("--json", "print one JSON object per event instead")
  .addHelpText(
    "after",
    `
In a pipe, each event is a line: counts, waiting, answered, truncated, connected, disconnected,
blocked (by a proxy that lets only ordinary requests pass).
Truncated: more wait than the 300 oldest, which are told; the others follow as these are answered.
${examples("sms watch", "sms watch --json > arrivals.jsonl")}`,
  )
  .action(async ({ json }: { json?: true }) => {
    const client = signedInClient(await readConfig());
    // Reports an unreachable server or an ended session before the screen opens.
    const { email } = await requireViewer(client);
    const isScreen = process.stdout.isTTY && process.stdin.isTTY && !json;
    await (isScreen ? watchOnScreen(client, email) : printUntilStopped(client, json));
  });

async function watchOnScreen(client: Client, email: string): Promise<void> {
  const [{ NOTHING_YET, openLiveInbox }, { startWatch }, { watchActions }] = await Promise.all([
    import("../watch/liveInbox"),
    import("../views/Watch"),
    import("../watch/actions"),
  ]);
  const title = `${email} at ${client.url}`;
  const screen = startWatch({ state: NOTHING_YET, title, actions: watchActions(client) });
  const ended = new AbortController();
  const close = openLiveInbox(client, (state) => {
    if (state.endedBy === null) return screen.update(state);
    ended.abort(state.endedBy);
    screen.close();
  });
  await screen.closed;
  await close();
  ended.signal.throwIfAborted();
}

async function printUntilStopped(client: Client, json = false): Promise<void> {
  const [{ openLiveInbox }, { eventPrinter }] = await Promise.all([
    import("../watch/liveInbox"),
    import("../watch/printEvents"),
  ]);
  const printEvents = eventPrinter(json, Date.now);
  const ended = new AbortController();
  const close = openLiveInbox(client, (state: Watched) => {
    printEvents(state);
    if (state.endedBy) ended.abort(state.endedBy);
  });
  await Promise.race([
    once(process, "SIGINT"),
    once(process, "SIGTERM"),
    once(ended.signal, "abort"),
  ]);
  await close();
  ended.signal.throwIfAborted();
}
