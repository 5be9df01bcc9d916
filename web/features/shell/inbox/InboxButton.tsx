import { Inbox } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useInbox } from "@/hooks/data/useInbox";
import { InboxList } from "./InboxList";

/** The top bar's inbox button with its live count; on a phone it is in the bottom bar. */
export function InboxButton() {
  const [open, setOpen] = useState(false);
  const { unread, badge } = useInbox();
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="relative hidden lg:inline-flex"
          aria-label={unread > 0 ? `Inbox, ${badge} unread` : "Inbox"}
        >
          <Inbox />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute right-0 top-0 min-w-4 rounded-full bg-primary px-1 text-center text-2xs font-semibold leading-4 text-primary-foreground"
            >
              {badge}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Inbox" className="w-96 max-w-[calc(100vw-1rem)] p-0">
        <h2 className="border-b px-4 py-3 text-sm font-semibold">Waiting for you</h2>
        <div className="max-h-[60dvh] overflow-y-auto px-4 py-1">
          <InboxList onOpen={() => setOpen(false)} />
        </div>
      </PopoverContent>
    </Popover>
  );
}
