import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { useInbox } from "@/hooks/data/useInbox";
import { cn } from "@/lib/utils";
import { InboxList } from "./InboxList";

/** The inbox on the dashboard. On a phone it comes first, unless it is empty. */
export function InboxPanel() {
  const { unread, badge } = useInbox();
  return (
    <Card className={cn("no-print self-start max-xl:order-first", unread === 0 && "max-xl:hidden")}>
      <header className="flex items-center justify-between border-b px-4 py-3">
        <h2 className="text-sm font-semibold">Waiting for you</h2>
        {unread > 0 && <Badge>{badge}</Badge>}
      </header>
      {/* Scrolls separately: on a phone a long list would push the counts off the screen. */}
      <div className="max-h-80 overflow-y-auto px-4 py-1 xl:max-h-[calc(100dvh-14rem)]">
        <InboxList />
      </div>
    </Card>
  );
}
