import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useMemo } from "react";
import { toast } from "sonner";
import { INBOX_KINDS } from "@/components/inbox/inboxKinds";
import { NewsText } from "@/components/inbox/NewsText";
import { PersonName } from "@/components/sample/Person";
import { useInbox, type InboxItem, type News } from "@/hooks/data/useInbox";
import { usePeopleStore } from "@/hooks/data/usePeople";
import { formatCount } from "#domain/common/formatCount";
import { deviceName } from "#domain/samples/deviceName";
import { noticeVerb } from "#domain/inbox/notices";
import { useViewer } from "@/hooks/data/useViewer";
import type { BrowserNotices, Notice } from "@/lib/browserNotices";

/** More simultaneous arrivals than this share one browser notification. */
const MAX_NOTICES = 3;

/** How long a toast is shown, ms: long enough to look up from a phone. */
const SHOWN_MS = 10_000;

/**
 * Announces arrivals in the inbox on every screen, while they are still pending: one toast for
 * requests and one for news, which counts them if there are several.
 */
export function useInboxToasts(): void {
  const { items, isWhole, news, isAllNews } = useInbox();
  const navigate = useNavigate();
  const goToInbox = () => void navigate({ to: "/pages/inbox" });
  const openInbox = { label: "Open", onClick: goToInbox };
  const people = usePeopleStore();
  const notices = useBrowserNotices();

  useArrivals({ list: items, isWhole, ...ITEMS }, notices, {
    notice: (item) => ({
      title: `${deviceName(item)} ${item.serialNumber}`,
      body: `${INBOX_KINDS[item.kind].from} ${people.get(item.from).name}`,
      onOpen: () => void navigate(formOf(item)),
    }),
    sharedNotice: (count) => ({
      title: `${count} more samples are waiting for you`,
      body: "",
      onOpen: goToInbox,
    }),
    show: ([item, ...others], options) => {
      if (item === undefined || others.length > 0) {
        toast.info(<WaitingText />, { ...options, description: undefined, action: openInbox });
        return;
      }
      const { from, action } = INBOX_KINDS[item.kind];
      toast.info(deviceName(item), {
        ...options,
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
        action: { label: action, onClick: () => void navigate(formOf(item)) },
      });
    },
  });

  useArrivals({ list: news, isWhole: isAllNews, ...NEWS }, notices, {
    notice: ({ actor, notice }) => ({
      title: `${people.get("person" in notice ? notice.person : (actor ?? "")).name} ${noticeVerb(notice)}`,
      body: bodyOf(notice),
      onOpen: () => {
        if ("sampleId" in notice) {
          void navigate({ to: "/private/viewfs/$id", params: { id: notice.sampleId } });
        } else if (notice.kind === "stockTakeShared") {
          void navigate({ to: "/private/stocktake/$id", params: { id: notice.stockTakeId } });
        } else goToInbox();
      },
    }),
    sharedNotice: (count) => ({ title: newsText(count), body: "", onOpen: goToInbox }),
    show: ([each, ...others], options) => {
      const title =
        each === undefined || others.length > 0 ? (
          newsText(others.length + 1)
        ) : (
          <LatestNewsText first={each} />
        );
      toast.info(title, { ...options, action: openInbox });
    },
  });
}

const formOf = ({ kind, sampleId }: InboxItem) =>
  ({ to: INBOX_KINDS[kind].to, params: { id: sampleId } }) as const;

const newsText = (count: number) => `${count} updates in your inbox`;

/** "12 samples are waiting for you", live: all of them, not only those that have just arrived. */
function WaitingText() {
  const { total, isWhole } = useInbox();
  const count = `${formatCount(total)}${isWhole ? "" : "+"}`;
  return total === 1 ? "1 sample is waiting for you" : `${count} samples are waiting for you`;
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

const ITEMS = {
  toastId: "inbox requests",
  keyOf: keyOfItem,
  sinceOf: ({ since }: InboxItem) => since,
};
const NEWS = { toastId: "inbox news", keyOf: keyOfNews, sinceOf: ({ at }: News) => at };

/** The newest entries of a part of the inbox. */
type Newest<Each> = {
  /** Undefined while loading. */
  readonly list: readonly Each[] | undefined;
  /** False if there are older entries than those in `list`. */
  readonly isWhole: boolean;
  /** Id of the toast for this part. */
  readonly toastId: string;
  readonly keyOf: (each: Each) => string;
  /** Epoch ms. */
  readonly sinceOf: (each: Each) => number;
};

type KeylessNotice = Omit<Notice, "key">;
type ToastOptions = {
  readonly id: string;
  readonly duration: number;
  readonly onDismiss: () => void;
  readonly onAutoClose: () => void;
};

type Announcement<Each> = {
  /** The browser notification of one arrival. */
  readonly notice: (each: Each) => KeylessNotice;
  /** The browser notification shared by `count` simultaneous arrivals. */
  readonly sharedNotice: (count: number) => KeylessNotice;
  /** Shows or updates the toast for all entries that it announces. */
  readonly show: (entries: readonly Each[], options: ToastOptions) => void;
};

/**
 * Announces new entries of `list`, and takes back what is said about entries that are no longer in
 * it. Arrivals join the toast that is still on the screen. Entries present when the page opened are
 * not announced, nor are older ones that move up into a truncated list.
 */
function useArrivals<Each>(
  { list, isWhole, toastId, keyOf, sinceOf }: Newest<Each>,
  notices: Notices,
  announcement: Announcement<Each>,
): void {
  const before = useRef<ReadonlySet<string> | null>(null);
  const announced = useRef(new Set<string>());
  /** The entries that the toast on the screen announces. */
  const onToast = useRef(new Map<string, Each>());
  /** Epoch ms of the oldest entry in a truncated list. */
  const listedSince = useRef(-Infinity);
  useEffect(() => {
    if (!list) return;
    const present = new Set(list.map(keyOf));
    if (before.current === null) for (const key of present) announced.current.add(key);
    const arrived = list.filter(
      (each) => !announced.current.has(keyOf(each)) && sinceOf(each) > listedSince.current,
    );
    for (const key of before.current ?? []) if (!present.has(key)) notices.close(key);
    const gone = [...onToast.current.keys()].filter((key) => !present.has(key));
    for (const key of gone) onToast.current.delete(key);
    before.current = present;
    listedSince.current = isWhole ? -Infinity : Math.min(...list.map(sinceOf));
    for (const key of present) announced.current.add(key);

    if (arrived.length > MAX_NOTICES) {
      notices.show({ key: toastId, ...announcement.sharedNotice(arrived.length) });
    } else {
      for (const each of arrived) notices.show({ key: keyOf(each), ...announcement.notice(each) });
    }
    for (const each of arrived) onToast.current.set(keyOf(each), each);
    if (arrived.length + gone.length === 0) return;
    if (onToast.current.size === 0) {
      toast.dismiss(toastId);
      notices.close(toastId);
      return;
    }
    const forget = () => onToast.current.clear();
    const options = { id: toastId, duration: SHOWN_MS, onDismiss: forget, onAutoClose: forget };
    announcement.show([...onToast.current.values()], options);
  });
}

/** Shows browser notifications, and closes those that are obsolete. */
type Notices = {
  readonly show: (notice: Notice) => void;
  readonly close: (key: string) => void;
};

/** This tab's browser notifications for the viewer. The code is loaded after the page. */
function useBrowserNotices(): Notices {
  const { email } = useViewer();
  const notices = useRef<BrowserNotices | null>(null);
  useEffect(() => {
    let isGone = false;
    void import("@/lib/browserNotices").then(({ BrowserNotices, hasNotices }) => {
      if (!isGone && hasNotices()) notices.current = new BrowserNotices(email);
    });
    return () => {
      isGone = true;
      notices.current?.stop();
      notices.current = null;
    };
  }, [email]);
  return useMemo(
    () => ({
      show: (notice) => void notices.current?.show(notice),
      close: (key) => notices.current?.close(key),
    }),
    [],
  );
}
