import { ConvexReactClient } from "convex/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { LiveStore } from "../../../web/lib/tables/liveStore";
import type { PageQuery } from "../../../web/lib/tables/livePages";
import { indexOrder } from "../../../web/lib/tables/mergeRanges";
import { mutation, query, TestServer } from "./testServer";

type Message = {
  readonly _id: string;
  readonly _creationTime: number;
  readonly channel: string;
  readonly rank: number;
  readonly body: string;
};

const CHANNELS = ["north", "south"];
/** Five pages of each channel. */
const MESSAGES = 100;
const CHANGES = 200;
const EVERYTHING = { base: [], query: { search: "", conditions: [] }, sort: null };

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** The browser's live rows, as lists of samples use them, over the official client. */
function openStore() {
  const client = new ConvexReactClient(server.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
  });
  const store = new LiveStore<Message>({
    watcher: client,
    columns: [{ field: "body", form: "text" }],
    ranges: CHANNELS.map((channel) => ({
      query: query("messages:page") as unknown as PageQuery<Message>,
      args: { channel },
    })),
    compare: indexOrder(({ rank }) => rank, "ascending"),
    pageSize: 10,
  });
  return { client, store };
}

const textOf = (messages: Iterable<Pick<Message, "_id" | "rank" | "body">>) =>
  Array.from(messages, ({ _id, rank, body }) => `${_id} ${rank} ${body}`)
    .sort()
    .join("\n");

test("live pages that pause during a burst show the messages of one moment, and finally the last", async () => {
  const writer = server.client();
  const messages = new Map<string, { _id: string; rank: number; body: string }>();
  for (let rank = 0; rank < MESSAGES; rank++) {
    const args = { channel: CHANNELS[rank % 2]!, body: "", rank };
    const _id = (await writer.mutation(mutation("messages:send"), args)) as string;
    messages.set(_id, { _id, rank, body: "" });
  }
  const { client, store } = openStore();
  const ids = [...messages.keys()];
  const moments = [textOf(messages.values())];
  let shownMoment = 0;
  const shown = async () =>
    textOf(
      (await store.ask({ kind: "window", view: EVERYTHING, from: 0, before: 2 * MESSAGES })).rows,
    );
  const close = store.subscribe(() => undefined);
  await expect.poll(() => store.getState().isComplete).toBe(true);

  // Changing a rank moves the message, usually to another page.
  for (let change = 1; change <= CHANGES; change++) {
    const _id = ids[(change * 37) % MESSAGES]!;
    const fields = { rank: (change * 61) % 500, body: `change ${change}` };
    messages.set(_id, { _id, ...fields });
    moments.push(textOf(messages.values()));
    await writer.mutation(mutation("messages:edit"), { id: _id, ...fields });
    const moment = moments.indexOf(await shown(), shownMoment);
    expect(moment).not.toBe(-1);
    shownMoment = moment;
  }
  await expect.poll(shown).toBe(moments.at(-1));
  close();
  await client.close();
});
