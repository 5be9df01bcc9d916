import type { InboxItem } from "@/hooks/data/useInbox";

/**
 * By kind of item: the path of the form that answers it, the words before the sender's name, and
 * the button's label.
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
    sentTo: "Loss sent to",
  },
} as const satisfies Record<InboxItem["kind"], Record<string, string>>;
