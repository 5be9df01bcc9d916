import { DotList } from "@/components/DotList";
import { Age } from "@/components/inbox/Age";
import { AnswerButtons } from "@/components/inbox/AnswerButtons";
import { INBOX_KINDS } from "@/components/inbox/inboxKinds";
import { OnBehalfOf } from "@/components/inbox/OnBehalfOf";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { Person, PersonName } from "@/components/sample/Person";
import { DropdownMenuLabel, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import { isSnoozed, type InboxItem, type SentItem } from "@/hooks/data/useInbox";
import { useIsPhone } from "@/hooks/useMediaQuery";
import { useNow } from "@/hooks/useNow";
import { formatMinute } from "#domain/common/dates";
import { describeDetails } from "#domain/custody/requestDetails";
import { NudgeButton } from "./NudgeButton";
import { SnoozeItems, SnoozeMenu } from "./SnoozeMenu";

/** A request pending with the viewer, or a request of the viewer pending with another person. */
export type Request =
  | { readonly part: "waiting"; readonly item: InboxItem }
  | { readonly part: "sent"; readonly item: SentItem };

/** A request: the sample, the other person, the waiting time, and the possible actions. */
export function RequestRow({ request }: { request: Request }) {
  const { part, item } = request;
  const { from, sentTo } = INBOX_KINDS[item.kind];
  const { sampleId, serialNumber } = item;
  const other = part === "waiting" ? item.from : item.to;
  const now = useNow();
  const isPhone = useIsPhone();
  // If the row has a menu, snoozing moves into it, so that the buttons fit next to the text.
  const hasMenu = part === "waiting" && item.kind !== "lost" && isPhone;
  return (
    // On a phone the device has a line of its own, above the person and the buttons.
    <li className="flex flex-wrap items-center justify-end gap-x-3 px-4 py-3 max-sm:px-3 max-sm:pb-1.5">
      <div className="min-w-40 flex-1 text-sm max-sm:contents">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:basis-full">
          <DeviceLink sample={{ _id: sampleId, ...item }} className="truncate font-medium" />
          <span className="shrink-0 font-mono text-xs text-muted-foreground">{serialNumber}</span>
        </p>
        <div className="max-sm:min-w-24 max-sm:flex-1">
          <p className="mt-0.5 text-xs text-muted-foreground">
            <DotList
              items={[
                <span
                  key="person"
                  className="inline-flex max-w-full flex-wrap items-baseline gap-x-1"
                >
                  <span className="shrink-0">{part === "waiting" ? from : sentTo}</span>
                  {isPhone ? <PersonName email={other} /> : <Person email={other} />}
                </span>,
                <Age key="age" item={item} />,
              ]}
            />
          </p>
          {part === "waiting" && item.onBehalfOf !== undefined && (
            <p className="text-xs font-medium">
              <OnBehalfOf email={item.onBehalfOf} />
            </p>
          )}
          {item.snoozedUntil !== undefined && isSnoozed(item, now) && (
            <p className="text-xs text-muted-foreground">
              Put off until {formatMinute(item.snoozedUntil)}
            </p>
          )}
          {describeDetails(item.details).map(({ name, label, text }) => (
            <p key={name} className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
              {label}: <span className="text-foreground">{text}</span>
            </p>
          ))}
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2 max-sm:gap-1">
        <SnoozeMenu item={item} isElsewhere={hasMenu} />
        {part === "waiting" ? (
          <AnswerButtons
            item={item}
            hasRoom={!isPhone}
            more={hasMenu && <SnoozePart item={item} />}
          />
        ) : (
          <NudgeButton item={item} />
        )}
      </div>
    </li>
  );
}

/** The last section of a row's menu. */
function SnoozePart({ item }: { item: InboxItem }) {
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Put off</DropdownMenuLabel>
      <SnoozeItems item={item} />
    </>
  );
}
