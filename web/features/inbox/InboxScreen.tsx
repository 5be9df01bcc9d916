import { useQuery } from "convex/react";
import { useState } from "react";
import { ReceiveAll } from "@/components/baskets/ReceiveAll";
import { PageHeader } from "@/components/pages/PageHeader";
import { SectionSkeleton } from "@/components/skeletons/SectionSkeleton";
import { Button } from "@/components/ui/button";
import { isSnoozed } from "@/hooks/data/useInbox";
import { useLatest } from "@/hooks/useLatest";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import { isOverdue } from "#domain/custody/overdue";
import { DigestSwitch } from "./DigestSwitch";
import { NewsSection } from "./NewsSection";
import { NoticeSwitch } from "./NoticeSwitch";
import type { Request } from "./requests";
import { RequestSection } from "./RequestSection";
import { WatchedSection } from "./WatchedSection";

/** Requests of each kind shown initially, and added by each "Show more". */
const PAGE = 50;

/** Maximum number of requests per kind that the server returns. */
const MAX_SHOWN = 300;

/** Losses are excluded from "Receive all": each must be decided individually. */
const RECEIVED = ["transfer", "return"] as const;

/** Lists overdue requests, requests to answer, sent requests, and notifications. */
export function InboxScreen() {
  const [limit, setLimit] = useState(PAGE);
  const waiting = useLatest(useQuery(api.inbox.toAnswer, { limit }));
  const sent = useLatest(useQuery(api.inbox.sent, { limit }));
  const parts = useParts([
    ...(waiting?.items ?? []).map((item) => ({ part: "waiting", item }) as const),
    ...(sent?.items ?? []).map((item) => ({ part: "sent", item }) as const),
  ]);
  const isLoading = waiting === undefined || sent === undefined;
  const receivable = (waiting?.items ?? []).filter(({ kind }) => kind !== "lost").length;
  const isCut = {
    waiting: waiting !== undefined && waiting.total > limit,
    sent: sent !== undefined && sent.total > limit,
  };
  const isMore = isCut.waiting || isCut.sent;
  return (
    <>
      <PageHeader
        title="Inbox"
        actions={
          <>
            <NoticeSwitch />
            <DigestSwitch />
            {receivable > 1 && <ReceiveAll lists={RECEIVED} label="Receive all" />}
          </>
        }
      />
      {isLoading ? (
        <InboxSkeleton />
      ) : (
        <div className={COLUMNS}>
          <div className="grid min-w-0 gap-4">
            {parts.overdue.length > 0 && (
              <RequestSection
                title="Overdue"
                isUrgent
                requests={parts.overdue}
                // Requests are loaded oldest first: if any of them is not overdue, all overdue ones
                // are loaded.
                isCut={
                  (isCut.waiting && parts.waiting.length === 0) ||
                  (isCut.sent && parts.sent.length === 0)
                }
              />
            )}
            <RequestSection
              title="Waiting for me"
              requests={parts.waiting}
              isCut={isCut.waiting}
              empty="Nothing is waiting for you. Samples handed to you appear here immediately."
            />
            <RequestSection
              title="I wait for others"
              requests={parts.sent}
              isCut={isCut.sent}
              empty="Nothing is waiting for others."
            />
            {parts.snoozed.length > 0 && (
              <RequestSection title="Put off" requests={parts.snoozed} />
            )}
            {isMore && limit < MAX_SHOWN && (
              <Button variant="outline" onClick={() => setLimit(limit + PAGE)}>
                Show more
              </Button>
            )}
            {isMore && limit >= MAX_SHOWN && (
              <p className="text-center text-sm text-muted-foreground">
                These are the oldest {MAX_SHOWN} of each kind. The newer ones follow as these are
                answered; the lists Transfer, Return and Lost show all.
              </p>
            )}
          </div>
          <div className="grid min-w-0 gap-4">
            <NewsSection />
            <WatchedSection />
          </div>
        </div>
      )}
    </>
  );
}

const COLUMNS = "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]";

/** Replaces all sections: their positions depend on the numbers of rows. */
function InboxSkeleton() {
  return (
    <div className={COLUMNS}>
      <div className="grid min-w-0 gap-4">
        <SectionSkeleton />
        <SectionSkeleton />
      </div>
      <SectionSkeleton />
    </div>
  );
}

/** Assigns each request to exactly one section, according to the clock. */
function useParts(requests: readonly Request[]) {
  const now = useNow();
  const parts = { overdue: [], waiting: [], sent: [], snoozed: [] } as Record<
    "overdue" | "snoozed" | Request["part"],
    Request[]
  >;
  for (const request of requests) {
    if (isSnoozed(request.item, now)) parts.snoozed.push(request);
    else if (isOverdue(request.item, now)) parts.overdue.push(request);
    else parts[request.part].push(request);
  }
  return parts;
}
