import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { INBOX_KINDS } from "@/components/inbox/inboxKinds";
import { NewsText } from "@/components/inbox/NewsText";
import { PersonName } from "@/components/sample/Person";
import { useInbox, type InboxItem, type News } from "@/hooks/data/useInbox";
import { usePeopleStore } from "@/hooks/data/usePeople";
import { deviceName } from "#domain/samples/deviceName";
import { noticeVerb } from "#domain/inbox/notices";
import { useBrowserNotices, type Notices } from "./useBrowserNotices";

/** More simultaneous arrivals than this share one toast. */
const MAX_TOASTS = 3;

/** How long a notice is shown, ms: long enough to look up from a phone. */
const NOTICE_MS = 10_000;

/** Announces arrivals in the inbox on every screen, while they are still pending. */
export function useInboxToasts(): void {
  const { items, isWhole, news, isAllNews } = useInbox();
  const navigate = useNavigate();
  const goToInbox = () => void navigate({ to: "/pages/inbox" });
  const openInbox = { label: "Open", onClick: goToInbox };
  const people = usePeopleStore();
  const notices = useBrowserNotices();

  useArrivals({ list: items, isWhole, ...ITEMS }, notices, (arrived, id) => {
    if (arrived.length > MAX_TOASTS) {
      const title = `${arrived.length} more samples wait for you`;
      notices.show({ key: id, title, body: "", onOpen: goToInbox });
      const options = { id, duration: NOTICE_MS, action: openInbox };
      toast.info(title, options);
      return;
    }
    for (const item of arrived) {
      const { to, from, action } = INBOX_KINDS[item.kind];
      const open = () => void navigate({ to, params: { id: item.sampleId } });
      notices.show({
        key: keyOfItem(item),
        title: `${deviceName(item)} ${item.serialNumber}`,
        body: `${from} ${people.get(item.from).name}`,
        onOpen: open,
      });
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
        action: { label: action, onClick: open },
      });
    }
  });

  useArrivals({ list: news, isWhole: isAllNews, ...NEWS }, notices, (arrived, id) => {
    if (arrived.length > MAX_TOASTS) {
      const title = `${arrived.length} news in your inbox`;
      notices.show({ key: id, title, body: "", onOpen: goToInbox });
      toast.info(title, { id, duration: NOTICE_MS, action: openInbox });
      return;
    }
    for (const each of arrived) {
      const { actor, notice } = each;
      const subject = "person" in notice ? notice.person : (actor ?? "");
      notices.show({
        key: keyOfNews(each),
        title: `${people.get(subject).name} ${noticeVerb(notice)}`,
        body: bodyOf(notice),
        onOpen: () => {
          if ("sampleId" in notice) {
            void navigate({ to: "/private/viewfs/$id", params: { id: notice.sampleId } });
          } else if (notice.kind === "stockTakeShared") {
            void navigate({ to: "/private/stocktake/$id", params: { id: notice.stockTakeId } });
          } else goToInbox();
        },
      });
      const options = { id: keyOfNews(each), duration: NOTICE_MS, action: openInbox };
      toast.info(<LatestNewsText first={each} />, options);
    }
  });
}

/**
 * Renders the current state of a notification: an import's count keeps increasing while its toast
 * is shown.
 */
function LatestNewsText({ first }: { first: News }) {
  const { news = [] } = useInbox();
  return <NewsText news={news.find(({ _id }) => _id === first._id) ?? first} />;
}

/**
 * The body of a browser notification. It is not updated after it is shown, so an import's has no
 * count.
 */
function bodyOf(notice: News["notice"]): string {
  if (notice.kind === "imported") return "samples for you";
  const device = "serialNumber" in notice ? `${deviceName(notice)} ${notice.serialNumber}` : "";
  return notice.kind === "registered" ? `${device} for you` : device;
}

const keyOfItem = (item: InboxItem) => `${item.kind} ${item.sampleId} ${item.since}`;
const keyOfNews = ({ _id }: News) => _id;

const ITEMS = { keyOf: keyOfItem, sinceOf: ({ since }: InboxItem) => since };
const NEWS = { keyOf: keyOfNews, sinceOf: ({ at }: News) => at };

/** The newest entries of a part of the inbox. */
type Newest<Each> = {
  /** Undefined while loading. */
  readonly list: readonly Each[] | undefined;
  /** False if there are older entries than those in `list`. */
  readonly isWhole: boolean;
  readonly keyOf: (each: Each) => string;
  /** Epoch ms. */
  readonly sinceOf: (each: Each) => number;
};

/**
 * Calls `announce` with new entries of `list`, and removes the toasts and notifications of entries
 * that are no longer in it. Entries present when the page opened are not announced, nor are older
 * ones that move up into a truncated list.
 *
 * @param announce `id`: id of a shared toast for all arrivals, which is removed with the last of
 *   them
 */
function useArrivals<Each>(
  { list, isWhole, keyOf, sinceOf }: Newest<Each>,
  notices: Notices,
  announce: (arrived: readonly Each[], id: string) => void,
): void {
  const together = useRef(new Map<string, readonly string[]>());
  const before = useRef<ReadonlySet<string> | null>(null);
  const announced = useRef(new Set<string>());
  /** Epoch ms of the oldest entry in a truncated list. */
  const listedSince = useRef(-Infinity);
  useEffect(() => {
    if (!list) return;
    const present = new Set(list.map(keyOf));
    if (before.current === null) for (const key of present) announced.current.add(key);
    const arrived = list.filter(
      (each) => !announced.current.has(keyOf(each)) && sinceOf(each) > listedSince.current,
    );
    const dismiss = (id: string) => {
      toast.dismiss(id);
      notices.close(id);
    };
    for (const key of before.current ?? []) if (!present.has(key)) dismiss(key);
    for (const [id, keys] of together.current) {
      if (keys.some((key) => present.has(key))) continue;
      dismiss(id);
      together.current.delete(id);
    }
    before.current = present;
    listedSince.current = isWhole ? -Infinity : Math.min(...list.map(sinceOf));
    for (const key of present) announced.current.add(key);
    if (arrived.length === 0) return;
    const keys = arrived.map(keyOf);
    const id = `all of ${keys[0]}`;
    together.current.set(id, keys);
    announce(arrived, id);
  });
}
