import { Inbox } from "lucide-react";
import { ReceiveAll } from "@/components/baskets/ReceiveAll";
import { EmptyState } from "@/components/pages/EmptyState";
import { AnswerButtons } from "@/components/inbox/AnswerButtons";
import { Age } from "@/components/inbox/Age";
import { INBOX_KINDS } from "@/components/inbox/inboxKinds";
import { OnBehalfOf } from "@/components/inbox/OnBehalfOf";
import { PersonName } from "@/components/sample/Person";
import { Skeleton } from "@/components/ui/skeleton";
import { useInbox, type InboxItem } from "@/hooks/data/useInbox";
import { deviceName } from "#domain/samples/deviceName";
import { describeDetails } from "#domain/custody/requestDetails";
import { InboxNews } from "./InboxNews";

type InboxListProps = {
  onOpen?: () => void;
  /** Maximum number of requests; the news are left out if there are more. */
  limit?: number;
};

/** Samples awaiting the viewer's acknowledgement, newest first, each with its next step. */
export function InboxList({ onOpen, limit = Infinity }: InboxListProps) {
  const { items, isWhole } = useInbox();
  if (!items) {
    return (
      <div className="flex flex-col gap-2 py-1" aria-busy="true">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <>
        <EmptyState icon={Inbox} title="Nothing is waiting for you" className="py-10">
          Samples sent to you appear here immediately.
        </EmptyState>
        <InboxNews {...(onOpen && { onOpen })} />
      </>
    );
  }
  const shown = items.slice(0, limit);
  const more = items.length - shown.length;
  return (
    <>
      <ReceiveAllOfInbox items={items} isWhole={isWhole} onOpen={onOpen} />
      <ul className="divide-y" translate="no">
        {shown.map((item) => (
          <InboxRow key={`${item.kind} ${item.sampleId}`} item={item} onOpen={onOpen} />
        ))}
      </ul>
      {!isWhole && more === 0 && (
        <p className="py-2 text-center text-xs text-muted-foreground">
          The newest {items.length} are shown.
        </p>
      )}
      <InboxNews more={more} {...(onOpen && { onOpen })} />
    </>
  );
}

const RECEIVED = ["transfer", "return"] as const;

/** Receives several waiting samples. Losses are excluded: each must be decided individually. */
function ReceiveAllOfInbox({
  items,
  isWhole,
  onOpen,
}: {
  items: readonly InboxItem[];
  /** True if `items` contains everything that is waiting. */
  isWhole: boolean;
  onOpen: (() => void) | undefined;
}) {
  const count = items.filter(({ kind }) => kind !== "lost").length;
  if (count < 2) return null;
  return (
    <div className="flex py-2">
      <ReceiveAll
        lists={RECEIVED}
        label={isWhole ? `Receive all ${count}` : "Receive all"}
        size="sm"
        variant="outline"
        className="flex-1"
        onStarted={onOpen}
      />
    </div>
  );
}

function InboxRow({ item, onOpen }: { item: InboxItem; onOpen: (() => void) | undefined }) {
  const { from } = INBOX_KINDS[item.kind];
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1 text-sm">
        <p title={`${deviceName(item)} ${item.serialNumber}`} className="truncate font-medium">
          {deviceName(item)}
        </p>
        <p className="truncate text-xs text-muted-foreground">
          <Age item={item} isShort /> · {item.kind !== "transfer" && `${from} `}
          <PersonName email={item.from} />
        </p>
        {item.onBehalfOf !== undefined && (
          <p className="text-xs font-medium">
            <OnBehalfOf email={item.onBehalfOf} />
          </p>
        )}
        {describeDetails(item.details).map(({ name, label, text }) => (
          <p key={name} className="truncate text-xs text-muted-foreground" title={text}>
            {label}: <span className="text-foreground">{text}</span>
          </p>
        ))}
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <AnswerButtons item={item} onOpen={onOpen} />
      </div>
    </li>
  );
}
