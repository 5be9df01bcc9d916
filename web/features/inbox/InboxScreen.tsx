import { useQuery } from "convex/react";
import { useState } from "react";
import { ReceiveAll } from "@/components/basket/ReceiveAll";
import { PageHeader } from "@/components/PageHeader";
import { Button } from "@/components/ui/button";
import { isSnoozed } from "@/hooks/useInbox";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import { isOverdue } from "../../../domain/overdue";
import { DigestSwitch } from "./DigestSwitch";
import { NewsSection } from "./NewsSection";
import { NoticeSwitch } from "./NoticeSwitch";
import type { Request } from "./requests";
import { RequestSection } from "./RequestSection";
import { WatchedSection } from "./WatchedSection";

/** Requests of each kind that the page shows at first, and with each "Show more". */
const PAGE = 50;

/** Losses are not received together: each is judged by itself. */
const RECEIVED = ["transfer", "return"] as const;

/** Lists overdue requests, those to answer, those that wait for others, and news. */
export function InboxScreen() {
  const [limit, setLimit] = useState(PAGE);
  const waiting = useQuery(api.inbox.toAnswer, { limit });
  const sent = useQuery(api.inbox.sent, { limit });
  const parts = useParts([
    ...(waiting?.items ?? []).map((item) => ({ part: "waiting", item }) as const),
    ...(sent?.items ?? []).map((item) => ({ part: "sent", item }) as const),
  ]);
  const isLoading = waiting === undefined || sent === undefined;
  const receivable = (waiting?.items ?? []).filter(({ kind }) => kind !== "lost").length;
  const isMore = [waiting, sent].some((found) => found && found.total > limit);
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
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid min-w-0 gap-4">
          {parts.overdue.length > 0 && (
            <RequestSection title="Overdue" isUrgent requests={parts.overdue} />
          )}
          <RequestSection
            title="Waiting for me"
            requests={parts.waiting}
            empty="Nothing waits for your answer. What somebody hands to you appears here at once."
            isLoading={isLoading}
          />
          <RequestSection
            title="I wait for others"
            requests={parts.sent}
            empty="Everybody has answered you."
            isLoading={isLoading}
          />
          {parts.snoozed.length > 0 && <RequestSection title="Put off" requests={parts.snoozed} />}
          {isMore && (
            <Button variant="outline" onClick={() => setLimit(limit + PAGE)}>
              Show more
            </Button>
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <NewsSection />
          <WatchedSection />
        </div>
      </div>
    </>
  );
}

/** Divides the requests by what the clock says of each; every one is in one part. */
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
