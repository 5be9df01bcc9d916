import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";
import { InboxList } from "./InboxList";
import { useInbox } from "./useInbox";

/** More would push the dashboard's figures away; the top bar's inbox has them all. */
const SHOWN = 6;

/** The dashboard's view of what waits for the viewer: on a phone above all else, if there is anything. */
export function InboxPanel() {
  const { total, badge } = useInbox();
  return (
    <Card className={cn("self-start max-xl:order-first", total === 0 && "max-xl:hidden")}>
      <header className="flex items-center justify-between border-b px-4 py-3">
        <h2 className="text-sm font-semibold">Waiting for you</h2>
        {total > 0 && <Badge>{badge}</Badge>}
      </header>
      <div className="px-4 py-1">
        <InboxList limit={SHOWN} />
      </div>
    </Card>
  );
}
