import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { PersonName } from "@/components/sample/Person";
import { deviceName } from "../../../../domain/deviceName";
import { INBOX_KINDS, useInbox, type InboxItem } from "./useInbox";

/** More arrivals at once than this share one toast. */
const MAX_TOASTS = 3;

/** Time that a notice stays, ms: long enough to look up from a phone. */
const NOTICE_MS = 10_000;

const keyOf = (item: InboxItem) => `${item.kind} ${item.sampleId} ${item.since}`;

/** Shows a toast when a new hand-over is addressed to the viewer, on every screen. */
export function useInboxToasts(): void {
  const { items } = useInbox();
  const navigate = useNavigate();
  const seen = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    if (!items) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...items.map(keyOf)]);
    if (!before) return; // what waited already when the page opened is no news
    const arrived = items.filter((item) => !before.has(keyOf(item)));
    if (arrived.length > MAX_TOASTS) {
      toast.info(`${arrived.length} more samples wait for you`, { duration: NOTICE_MS });
      return;
    }
    for (const item of arrived) {
      const { to, from, action } = INBOX_KINDS[item.kind];
      toast.info(deviceName(item), {
        id: keyOf(item),
        description: (
          <>
            {from} <PersonName email={item.from} />
          </>
        ),
        duration: NOTICE_MS,
        action: {
          label: action,
          onClick: () => void navigate({ to, params: { id: item.sampleId } }),
        },
      });
    }
  }, [items, navigate]);
}
