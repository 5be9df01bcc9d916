import type { InboxItem, SentItem } from "@/hooks/data/useInbox";

/** A request pending with the viewer, or a request of the viewer pending with another person. */
export type Request =
  | { readonly part: "waiting"; readonly item: InboxItem }
  | { readonly part: "sent"; readonly item: SentItem };
