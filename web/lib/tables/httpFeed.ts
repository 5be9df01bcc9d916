import { ConvexHttpClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { api } from "../../../convex/_generated/api";
import { decodeRows, ROW_FORMAT, type SampleRow } from "#domain/samples/compactRows";
import { FeedRefused, type FeedPlace, type FeedServer } from "./feed";

/**
 * The feed of all samples over HTTP, which is compressed, unlike the WebSocket.
 *
 * @param tokenOf returns the user's current access token
 */
export function httpFeed(url: string, tokenOf: () => string | null): FeedServer<SampleRow> {
  const client = new ConvexHttpClient(url);
  return {
    page: (end, cursor) =>
      asking(async () => {
        setAuth(client, tokenOf());
        const args = { cursor, isNewestFirst: end === "newest" };
        const page = await client.query(api.sampleFeed.page, args);
        return { rows: decode(page), cursor: page.cursor };
      }),
    changes: ({ runId, heads }: FeedPlace) =>
      asking(async () => {
        setAuth(client, tokenOf());
        const args = { runId, heads: [...heads] };
        const changes = await client.query(api.sampleFeed.changes, args);
        return changes && { ...changes, rows: decode(changes) };
      }),
  };
}

function setAuth(client: ConvexHttpClient, token: string | null): void {
  if (token === null) throw new Error("Not signed in yet");
  client.setAuth(token);
}

async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ConvexError) throw new FeedRefused(error.message, { cause: error });
    throw error;
  }
}

function decode({ format, rows }: { format: number; rows: string }) {
  // The server was updated while this page was open; the page must be reloaded.
  if (format !== ROW_FORMAT) throw new FeedRefused(`Rows of format ${format}, not ${ROW_FORMAT}`);
  return decodeRows(rows);
}
