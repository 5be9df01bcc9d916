import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useNow } from "../useNow";

export type InboxItem = FunctionReturnType<typeof api.inbox.waiting>["items"][number];
export type SentItem = FunctionReturnType<typeof api.inbox.sent>["items"][number];
export type News = FunctionReturnType<typeof api.inbox.unseenNews>["items"][number];

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
  /** Number of waiting requests plus unseen news; "at least" if the server left some out. */
  unread: number;
  /** `unread` as text: "12". "50+" only if the server sent 50 and has more. */
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
  const isWhole = leftOut === 0;
  const shown = unread - leftOut;
  const badge = isWhole && isAllNews ? String(unread) : `${shown}+`;
  return { items, total, isWhole, news, isAllNews, unread, badge };
}

/** True while the request is snoozed. @param now epoch ms */
export function isSnoozed({ snoozedUntil }: { snoozedUntil?: number }, now: number): boolean {
  return snoozedUntil !== undefined && snoozedUntil > now;
}
