import { Link } from "@tanstack/react-router";
import { sheetLink } from "@/hooks/useSheet";
import { DotList } from "@/components/DotList";
import { RelativeTime } from "@/components/RelativeTime";
import { StatusChip } from "@/components/StatusChip";
import { deviceName } from "#domain/samples/deviceName";
import type { HistoryRecord } from "./useHistorySource";
import { RecordAction, RecordSentence } from "./RecordSentence";

/** A record on a phone: the action, the sample, the time and the country. */
export function HistoryCard({ record }: { record: HistoryRecord }) {
  return (
    <article className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-3">
        <p className="text-balance text-sm font-semibold">
          <RecordSentence record={record} />
        </p>
        <StatusChip status={record.status} />
      </div>
      {record.reason !== undefined && (
        <p className="border-l-2 pl-2 text-xs [overflow-wrap:anywhere]">{record.reason}</p>
      )}
      <Link
        {...sheetLink(record.sampleId)}
        data-row-link
        className="truncate text-xs text-muted-foreground after:absolute after:inset-0 after:rounded-lg"
      >
        {deviceName(record)} · <span className="font-mono">{record.serialNumber}</span>
      </Link>
      <p className="text-xs text-muted-foreground">
        <DotList
          items={[
            <RecordAction key="action" record={record} />,
            <RelativeTime key="time" at={record.actiondate} />,
            record.country,
          ]}
        />
      </p>
    </article>
  );
}
