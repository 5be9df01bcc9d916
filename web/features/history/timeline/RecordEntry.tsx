import { DotList } from "@/components/DotList";
import { STATUS_STYLES } from "@/components/StatusChip";
import { cn } from "@/lib/utils";
import type { Doc } from "../../../../convex/_generated/dataModel";
import type { Segment } from "#domain/custody/custodyTimeline";
import { formatDateTime, formatMinute } from "#domain/common/dates";
import { formatDuration } from "#domain/common/durations";
import { describeChanges } from "#domain/samples/fieldChanges";
import { describeDetails } from "#domain/custody/requestDetails";
import { RecordSentence } from "../RecordSentence";

type HistoryRecord = Doc<"history">;

/** `Lisbon, Portugal`; empty if the record has neither. */
export function placeOf({ city, country }: Pick<HistoryRecord, "city" | "country">): string {
  return [city, country].filter(Boolean).join(", ");
}

type RecordEntryProps = {
  segment: Segment<HistoryRecord>;
  /** The previous record, if it belongs to the same period. */
  older: HistoryRecord | undefined;
  /** True for the newest record, whose resulting state is the current one. */
  isNow: boolean;
};

/**
 * One step: the actor, the resulting status, the reason, the changed fields, and how long that
 * state lasted.
 */
export function RecordEntry({ segment, older, isNow }: RecordEntryProps) {
  const { record, from, until } = segment;
  const place = placeOf(record);
  const hasMoved = older !== undefined && place !== "" && place !== placeOf(older);
  return (
    <li className="relative flex gap-3 pb-4 last:pb-3 print:break-inside-avoid">
      {older && (
        <span
          aria-hidden
          className={cn(
            "absolute bottom-[-6px] left-[4px] top-3.5 w-[3px] rounded-full opacity-40",
            STATUS_STYLES[older.status].dot,
          )}
        />
      )}
      <span
        aria-hidden
        className={cn(
          "relative mt-[5px] size-[11px] shrink-0 rounded-full ring-4 ring-card",
          STATUS_STYLES[record.status].dot,
        )}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <p className="text-[13px] font-medium leading-5 [overflow-wrap:anywhere]">
            <RecordSentence record={record} />
          </p>
          {record.action !== "Delete" && (
            <p
              className="shrink-0 text-xs tabular-nums text-muted-foreground"
              title={`${record.status} for ${formatDuration(until - from)}`}
            >
              {formatDuration(until - from)}
              {isNow && " so far"}
            </p>
          )}
        </div>
        <p className="text-xs text-muted-foreground">
          <DotList
            items={[
              record.action,
              record.status !== record.action && record.status,
              <time
                key="time"
                dateTime={new Date(from).toISOString()}
                title={formatDateTime(from)}
                className="tabular-nums"
              >
                {formatMinute(from)}
              </time>,
            ]}
          />
        </p>
        {hasMoved && <p className="text-xs text-muted-foreground">Now in {place}</p>}
        {record.reason !== undefined && (
          <blockquote className="mt-1 border-l-2 pl-2 text-xs [overflow-wrap:anywhere]">
            {record.reason}
          </blockquote>
        )}
        <Said record={record} />
        <Changes record={record} />
      </div>
    </li>
  );
}

/** Note, tracking number or account of a loss. */
function Said({ record }: { record: HistoryRecord }) {
  const said = describeDetails(record.requestDetails);
  if (said.length === 0) return null;
  return (
    <dl className="mt-1 flex flex-col gap-0.5 border-l-2 pl-2 text-xs">
      {said.map(({ name, label, text }) => (
        <div key={name} className="[overflow-wrap:anywhere]">
          <dt className="inline text-muted-foreground">{label}: </dt>
          <dd className="inline whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields that an edit changed: the old value struck through, followed by the new one. */
function Changes({ record }: { record: HistoryRecord }) {
  const changes = describeChanges(record.changes);
  if (changes.length === 0) return null;
  return (
    <dl className="mt-1.5 flex flex-col gap-1 rounded-md bg-muted px-2.5 py-1.5 text-xs">
      {changes.map(({ label, from, to }) => (
        <div key={label} className="[overflow-wrap:anywhere]">
          <dt className="inline text-muted-foreground">{label}: </dt>
          <dd className="inline">
            <del className="text-muted-foreground">{from}</del>
            <span aria-hidden> → </span>
            <ins className="font-medium no-underline">{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
