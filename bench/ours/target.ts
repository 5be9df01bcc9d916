import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { api } from "../../convex/_generated/api";
import type { Actor, OnPage, Target } from "../target";

/** Arguments of the first page of the Transfer screen's "To receive". */
export const FIRST_PAGE = {
  list: "transfer",
  scope: "addressed",
  status: "In Transit",
  paginationOpts: { numItems: 50, cursor: null },
} as const;

/** Our server through the official client, one socket per person, as in a browser. */
export function ourTarget(url: string, tokenOf: (user: string) => string): Target {
  const connect = (user: string) => {
    const client = new ConvexClient(url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      logger: false,
      unsavedChangesWarning: false,
    });
    client.setAuth(() => Promise.resolve(tokenOf(user)));
    return client;
  };
  const watch = (client: ConvexClient, onPage: OnPage) =>
    new Promise<void>((resolve, reject) => {
      const showPage = ({ page }: { page: readonly { _id: string }[] }) => {
        onPage(page.map((sample) => sample._id));
        resolve();
      };
      client.onUpdate(api.samples.list, FIRST_PAGE, showPage, reject);
    });
  let transactions = 0;
  const transactionId = () => `bench-${process.pid}-${Date.now()}-${transactions++}`;

  return {
    name: "embedded deployment",

    async act(user, onPage): Promise<Actor> {
      const client = connect(user);
      // so that sign-in is complete before the clock starts
      await client.query(api.users.viewer, {});
      if (onPage) await watch(client, onPage);
      return {
        transfer: async (sampleId, recipient) => {
          await client.mutation(api.custody.transfer, {
            sampleId,
            recipient,
            transactionId: transactionId(),
          });
        },
        acknowledge: async (sampleId) => {
          await client.mutation(api.custody.acknowledgeTransfer, {
            sampleId,
            transactionId: transactionId(),
          });
        },
        close: () => client.close(),
      };
    },
  };
}
