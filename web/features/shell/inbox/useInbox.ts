import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";

export type InboxItem = FunctionReturnType<typeof api.inbox.waiting>["items"][number];

/** The server counts no further than this: api.inbox.waiting. */
const MAX_COUNTED = 50;

/**
 * The hand-overs that wait for the viewer's answer, live. `items` is undefined until the first
 * answer.
 */
export function useInbox(): { items: InboxItem[] | undefined; total: number; badge: string } {
  const inbox = useQuery(api.inbox.waiting);
  const total = inbox?.total ?? 0;
  return {
    items: inbox?.items,
    total,
    badge: total > MAX_COUNTED ? `${MAX_COUNTED}+` : String(total),
  };
}

/**
 * The form that settles an item, the words before its sender's name, and the word on its button.
 */
export const INBOX_KINDS = {
  transfer: { to: "/private/acknowledgefs/$id", from: "From", action: "Receive" },
  return: { to: "/private/racknowledgefs/$id", from: "Returned by", action: "Receive" },
  lost: {
    to: "/private/outofservicefs/osacknowledgefs/$id",
    from: "Lost, says",
    action: "Review",
  },
} as const satisfies Record<InboxItem["kind"], { to: string; from: string; action: string }>;
