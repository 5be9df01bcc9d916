import type { InboxItem } from "@/hooks/data/useInbox";

/**
 * The form that settles an item, the words before its sender's name, and the word on its button.
 */
export const INBOX_KINDS = {
  transfer: {
    to: "/private/acknowledgefs/$id",
    from: "From",
    action: "Receive",
    sentTo: "Sent to",
  },
  return: {
    to: "/private/racknowledgefs/$id",
    from: "Returned by",
    action: "Receive",
    sentTo: "Returned to",
  },
  lost: {
    to: "/private/outofservicefs/osacknowledgefs/$id",
    from: "Reported lost by",
    action: "Review",
    sentTo: "Loss to be confirmed by",
  },
} as const satisfies Record<InboxItem["kind"], Record<string, string>>;
