import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useNow } from "../useNow";

export type InboxItem = FunctionReturnType<typeof api.inbox.waiting>["items"][number];
export type SentItem = FunctionReturnType<typeof api.inbox.sent>["items"][number];
export type News = FunctionReturnType<typeof api.inbox.unseenNews>["items"][number];

/** The server stops counting here: api.inbox.waiting, api.inbox.unseenNews. */
const MAX_COUNTED = 50;

type Inbox = {
  /**
   * Requests that the viewer has to answer and has not snoozed, newest first; undefined while
   * loading.
   */
  items: InboxItem[] | undefined;
  /** Number of waiting requests: `items` plus older ones that the server left out. */
  total: number;
  /** False if older requests wait that are not in `items`. */
  isWhole: boolean;
  /** Unseen news, newest first; undefined while loading. */
  news: News[] | undefined;
  /** False if there are older unseen news that are not in `news`. */
  isAllNews: boolean;
  /** Number of waiting requests plus unseen news. */
  unread: number;
  /** `unread` as text: "12", "50+". */
  badge: string;
};

/** The newest requests and news of the viewer's inbox, live. */
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

/** True while the request is snoozed. @param now epoch ms */
export function isSnoozed({ snoozedUntil }: { snoozedUntil?: number }, now: number): boolean {
  return snoozedUntil !== undefined && snoozedUntil > now;
}
