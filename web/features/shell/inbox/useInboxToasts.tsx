import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { INBOX_KINDS } from "@/components/inbox/inboxKinds";
import { NewsText } from "@/components/inbox/NewsText";
import { PersonName } from "@/components/sample/Person";
import { useInbox, type InboxItem, type News } from "@/hooks/useInbox";
import { deviceName } from "../../../../domain/deviceName";

/** More arrivals at once than this share one toast. */
const MAX_TOASTS = 3;

/** Time that a notice stays, ms: long enough to look up from a phone. */
const NOTICE_MS = 10_000;

/** Tells what arrives in the inbox on every screen, and no longer than it is true. */
export function useInboxToasts(): void {
  const { items, news } = useInbox();
  const navigate = useNavigate();
  const openInbox = { label: "Open", onClick: () => void navigate({ to: "/pages/inbox" }) };

  useArrivals(items, keyOfItem, (arrived) => {
    if (arrived.length > MAX_TOASTS) {
      const options = { duration: NOTICE_MS, action: openInbox };
      toast.info(`${arrived.length} more samples wait for you`, options);
      return;
    }
    for (const item of arrived) {
      const { to, from, action } = INBOX_KINDS[item.kind];
      toast.info(deviceName(item), {
        id: keyOfItem(item),
        description: (
          <>
            {from} <PersonName email={item.from} />
            {item.onBehalfOf !== undefined && (
              <>
                {", for "}
                <PersonName email={item.onBehalfOf} />
              </>
            )}
          </>
        ),
        duration: NOTICE_MS,
        action: {
          label: action,
          onClick: () => void navigate({ to, params: { id: item.sampleId } }),
        },
      });
    }
  });

  useArrivals(items && news, keyOfNews, (arrived) => {
    if (arrived.length > MAX_TOASTS) {
      const options = { duration: NOTICE_MS, action: openInbox };
      toast.info(`${arrived.length} news in your inbox`, options);
      return;
    }
    for (const each of arrived) {
      const options = { id: keyOfNews(each), duration: NOTICE_MS, action: openInbox };
      toast.info(<NewsText news={each} />, options);
    }
  });
}

const keyOfItem = (item: InboxItem) => `${item.kind} ${item.sampleId} ${item.since}`;
const keyOfNews = ({ _id }: News) => _id;

/**
 * Calls `announce` with what is new in `list`, and takes away the toast of what is no longer in it.
 * Entries that were there when the page opened are no news. `list`: undefined until it is known.
 */
function useArrivals<Each>(
  list: readonly Each[] | undefined,
  keyOf: (each: Each) => string,
  announce: (arrived: readonly Each[]) => void,
): void {
  const before = useRef<ReadonlySet<string> | null>(null);
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (!list) return;
    const present = new Set(list.map(keyOf));
    if (before.current === null) for (const key of present) told.current.add(key);
    const arrived = list.filter((each) => !told.current.has(keyOf(each)));
    for (const key of before.current ?? []) if (!present.has(key)) toast.dismiss(key);
    before.current = present;
    for (const key of present) told.current.add(key);
    if (arrived.length > 0) announce(arrived);
  });
}
