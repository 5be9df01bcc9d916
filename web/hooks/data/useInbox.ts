import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useNow } from "../useNow";

export type InboxItem = FunctionReturnType<typeof api.inbox.waiting>["items"][number];
export type SentItem = FunctionReturnType<typeof api.inbox.sent>["items"][number];
export type News = FunctionReturnType<typeof api.inbox.unseenNews>["items"][number];

/** The server counts no further than this: api.inbox.waiting, api.inbox.unseenNews. */
const MAX_COUNTED = 50;

type Inbox = {
  /**
   * Requests that the viewer has to answer and has not snoozed, newest first; undefined at first.
   */
  items: InboxItem[] | undefined;
  /** The number of `items`, and of those that the server left out. */
  total: number;
  /** False while older requests wait that are not among `items`. */
  isWhole: boolean;
  /** Unseen news, newest first; undefined at first. */
  news: News[] | undefined;
  /** False while there are older unseen news than `news`. */
  isAllNews: boolean;
  /** Number of requests to answer and of unseen news. */
  unread: number;
  /** `unread` as people read it: "12", "50+". */
  badge: string;
};

/** The newest of the viewer's inbox, live. */
export function useInbox(): Inbox {
  const now = useNow();
  const waiting = useQuery(api.inbox.waiting, {});
  const unseen = useQuery(api.inbox.unseenNews, {});
  const items = waiting?.items.filter((item) => !isSnoozed(item, now));
  const leftOut = (waiting?.total ?? 0) - (waiting?.items.length ?? 0);
  const total = (items?.length ?? 0) + leftOut;
  const news = unseen?.items;
  const unread = total + (news?.length ?? 0);
  const isAllNews = unseen?.isMore !== true;
  const badge = unread > MAX_COUNTED || !isAllNews ? `${MAX_COUNTED}+` : String(unread);
  return { items, total, isWhole: leftOut === 0, news, isAllNews, unread, badge };
}

/** True while somebody has put the request off. @param now epoch ms */
export function isSnoozed({ snoozedUntil }: { snoozedUntil?: number }, now: number): boolean {
  return snoozedUntil !== undefined && snoozedUntil > now;
}
