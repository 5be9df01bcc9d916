import { useMutation, usePaginatedQuery } from "convex/react";
import { useEffect, useState } from "react";
import { groupNews, otherSamples, type NewsGroup } from "@/components/inbox/groupNews";
import { NewsSample, NewsText } from "@/components/inbox/NewsText";
import { RelativeTime } from "@/components/RelativeTime";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useInbox } from "@/hooks/data/useInbox";
import { cn, FORCED_FILL } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";

const PAGE = 30;

/** How long notifications must be visible before they count as seen, ms. */
const READING_MS = 2_000;

/** Lists other people's steps and changes that concern the viewer, newest first. */
export function NewsSection() {
  const { results, status, loadMore } = usePaginatedQuery(
    api.inbox.news,
    {},
    { initialNumItems: PAGE },
  );
  const wasUnseen = useUnseenOnArrival();
  return (
    <Card role="region" aria-label="News" className="min-w-0">
      <h2 className="border-b px-4 py-3 text-sm font-semibold">News</h2>
      {status === "LoadingFirstPage" ? (
        <div className="grid gap-3 p-4" aria-busy="true">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      ) : results.length === 0 ? (
        <p className="px-4 py-5 text-sm text-muted-foreground">
          Answers to your requests and changes to your samples will appear here.
        </p>
      ) : (
        <ul className="divide-y">
          {groupNews(results).map((group) => (
            <NewsRow key={group.news._id} group={group} isNew={wasUnseen(group.news._id)} />
          ))}
        </ul>
      )}
      {status === "CanLoadMore" && (
        <div className="border-t p-2 text-center">
          <Button variant="ghost" size="sm" onClick={() => loadMore(PAGE)}>
            Show older news
          </Button>
        </div>
      )}
    </Card>
  );
}

function NewsRow({ group, isNew }: { group: NewsGroup; isNew: boolean }) {
  const { news, others } = group;
  return (
    <li className="flex gap-3 px-4 py-3 text-sm">
      <span
        className={cn("mt-1.5 size-2 shrink-0 rounded-full", isNew && ["bg-primary", FORCED_FILL])}
        aria-hidden={!isNew}
        {...(isNew && { role: "img", "aria-label": "New" })}
      />
      <div className="min-w-0 flex-1 break-words">
        <NewsText news={news} isLinked />
        {others.length > 0 && <MoreSamples group={group} />}
        <p className="mt-0.5 text-xs text-muted-foreground">
          <RelativeTime at={news.at} />
        </p>
      </div>
    </li>
  );
}

/** The other samples of the group, collapsed. */
function MoreSamples({ group }: { group: NewsGroup }) {
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-xs text-muted-foreground">
        {otherSamples(group)}
      </summary>
      <ul className="mt-1">
        {group.others.map(({ _id, notice }) => (
          <li key={_id}>
            <NewsSample notice={notice} isLinked />
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Marks visible notifications as seen after a delay; they stay highlighted as new until the page is
 * left.
 */
function useUnseenOnArrival(): (newsId: string) => boolean {
  const markSeen = useMutation(api.inbox.markSeen);
  const { news = [] } = useInbox();
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const unknown = news.filter(({ _id }) => !known.has(_id));
  if (unknown.length > 0) setKnown(new Set([...known, ...unknown.map(({ _id }) => _id)]));

  const newest = news[0]?.at;
  useEffect(() => {
    if (newest === undefined) return;
    const markAll = async () => {
      while (await markSeen({ until: newest })); // the server marks a bounded number per call
    };
    let timer: ReturnType<typeof setTimeout>;
    const beginReading = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => void markAll(), READING_MS);
    };
    beginReading();
    document.addEventListener("visibilitychange", beginReading);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", beginReading);
    };
  }, [newest, markSeen]);
  return (newsId) => known.has(newsId);
}
