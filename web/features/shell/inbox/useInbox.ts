import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";

export type InboxItem = FunctionReturnType<typeof api.inbox.waiting>["items"][number];

/** The server counts no further than this: api.inbox.waiting. */
const MAX_COUNTED = 50;

/** What waits for my acknowledgement, live. `items` is undefined until the first answer. */
export function useInbox(): { items: InboxItem[] | undefined; total: number; badge: string } {
  const inbox = useQuery(api.inbox.waiting);
  const total = inbox?.total ?? 0;
  return {
    items: inbox?.items,
    total,
    badge: total > MAX_COUNTED ? `${MAX_COUNTED}+` : String(total),
  };
}

/** The form that settles an item, and what it asks for. */
export const INBOX_KINDS = {
  transfer: { to: "/private/acknowledgefs/$id", asks: "Transferred to you", action: "Receive" },
  return: { to: "/private/racknowledgefs/$id", asks: "Returned to you", action: "Receive" },
  lost: {
    to: "/private/outofservicefs/osacknowledgefs/$id",
    asks: "Lost? You decide",
    action: "Review",
  },
} as const satisfies Record<InboxItem["kind"], { to: string; asks: string; action: string }>;
