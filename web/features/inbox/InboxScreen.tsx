import { useQuery } from "convex/react";
import { useState } from "react";
import { ReceiveAll } from "@/components/baskets/ReceiveAll";
import { PageHeader } from "@/components/pages/PageHeader";
import { SectionSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { isSnoozed } from "@/hooks/data/useInbox";
import { useLatest } from "@/hooks/useLatest";
import { useIsPhone } from "@/hooks/useMediaQuery";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import { isOverdue } from "#domain/custody/overdue";
import { InboxSettings } from "./InboxSettings";
import { LeaversSection } from "./LeaversSection";
import { NewsSection } from "./NewsSection";
import type { Request } from "./RequestRow";
import { RequestSection, type RequestSectionProps } from "./RequestSection";
import { WatchedSection } from "./WatchedSection";

/** Requests of each kind shown initially, and added by each "Show more". */
const PAGE = 50;

/** Maximum number of requests per kind that the server returns. */
const MAX_SHOWN = 300;

/** Losses are excluded from "Receive all": each must be decided individually. */
const RECEIVED = ["transfer", "return"] as const;

/** Lists requests to answer, then sent requests, the overdue ones first, and notifications. */
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
  const isPhone = useIsPhone();
  const actions = (
    <>
      {receivable > 1 && (
        <ReceiveAll
          lists={RECEIVED}
          label="Receive all"
          {...(isPhone && { size: "sm", variant: "outline" })}
        />
      )}
      <InboxSettings />
    </>
  );
  const sections: readonly SectionProps[] = [
    {
      title: "Overdue with me",
      isUrgent: true,
      requests: parts.overdueWaiting,
      // Requests are loaded oldest first: if any of them is not overdue, all overdue ones are
      // loaded.
      isCut: isCut.waiting && parts.waiting.length === 0,
    },
    {
      title: "Waiting for me",
      requests: parts.waiting,
      isCut: isCut.waiting,
      empty:
        parts.overdueWaiting.length === 0 &&
        "Nothing is waiting for you. Samples sent to you appear here immediately.",
    },
    {
      title: "Overdue with others",
      isUrgent: true,
      requests: parts.overdueSent,
      isCut: isCut.sent && parts.sent.length === 0,
    },
    {
      title: "Waiting for others",
      requests: parts.sent,
      isCut: isCut.sent,
      empty: parts.overdueSent.length === 0 && "Nothing is waiting for others.",
    },
    { title: "Put off", requests: parts.snoozed },
  ];
  const shown = sections.filter(({ requests, isCut: isPart = false, empty = false }) => {
    // The first ones of a part appear after "Show more".
    return requests.length > 0 || (empty !== false && !isPart);
  });
  return (
    <>
      {/* On a phone the first section's heading is the top line, with the actions. */}
      <PageHeader title="Inbox" isHiddenOnPhone actions={!isPhone && actions} />
      {isLoading ? (
        <InboxSkeleton />
      ) : (
        <div className={COLUMNS}>
          <div className="grid min-w-0 gap-4">
            <LeaversSection />
            {shown.map((section, index) => (
              <RequestSection
                key={section.title}
                {...section}
                actions={isPhone && index === 0 && actions}
              />
            ))}
            {isMore && limit < MAX_SHOWN && (
              <Button variant="outline" onClick={() => setLimit(limit + PAGE)}>
                Show more
              </Button>
            )}
            {isMore && limit >= MAX_SHOWN && (
              <p className="text-center text-sm text-muted-foreground">
                Showing the oldest {MAX_SHOWN} of each kind. Newer ones appear as you answer these.
                The Transfer, Return and Lost lists show all of them.
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

type SectionProps = Omit<RequestSectionProps, "actions">;

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

type Part = Request["part"] | "overdueWaiting" | "overdueSent" | "snoozed";

/** Assigns each request to exactly one section, according to the clock. */
function useParts(requests: readonly Request[]) {
  const now = useNow();
  const parts: Record<Part, Request[]> = {
    overdueWaiting: [],
    waiting: [],
    overdueSent: [],
    sent: [],
    snoozed: [],
  };
  for (const request of requests) {
    if (isSnoozed(request.item, now)) parts.snoozed.push(request);
    else if (!isOverdue(request.item, now)) parts[request.part].push(request);
    else parts[request.part === "waiting" ? "overdueWaiting" : "overdueSent"].push(request);
  }
  return parts;
}
