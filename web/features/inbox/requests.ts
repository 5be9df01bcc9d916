import type { InboxItem, SentItem } from "@/hooks/data/useInbox";

/** A request that waits for the viewer, or one of theirs that waits for somebody else. */
export type Request =
  | { readonly part: "waiting"; readonly item: InboxItem }
  | { readonly part: "sent"; readonly item: SentItem };
