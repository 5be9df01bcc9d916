import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { useInbox } from "@/hooks/data/useInbox";
import { useMediaQuery } from "@/hooks/useMediaQuery";
import { cn } from "@/lib/utils";
import { InboxList } from "./InboxList";

/** Rows above the counts, in a window without room for a column of its own. */
const SHOWN_ABOVE = 3;

/**
 * The inbox on the dashboard, in a column of its own. In a narrower window its newest requests come
 * first, unless there are none.
 */
export function InboxPanel() {
  const { unread, items, isWhole } = useInbox();
  // Not the number of the sidebar's Inbox, which includes the news.
  const count = items?.length ?? 0;
  const isColumn = useMediaQuery("(min-width: 1280px)");
  return (
    <Card className={cn("no-print self-start max-xl:order-first", unread === 0 && "max-xl:hidden")}>
      <header className="flex items-center justify-between border-b px-4 py-3">
        <h2 className="text-sm font-semibold">Waiting for you</h2>
        {count > 0 && <Badge>{isWhole ? count : `${count}+`}</Badge>}
      </header>
      <div className="px-4 py-1 xl:max-h-[calc(100dvh-14rem)] xl:overflow-y-auto">
        <InboxList {...(!isColumn && { limit: SHOWN_ABOVE })} />
      </div>
    </Card>
  );
}
