import { formatDistanceToNowStrict } from "date-fns";
import { formatDate, formatDateTime, formatMinute } from "#domain/common/dates";

type DateTextProps = {
  /** Epoch ms. */
  at: number | undefined;
  /** A day without a time, stored as UTC midnight. */
  isDay?: boolean;
};

/** A moment to the minute, or a day. Hovering over a moment shows its seconds and age. */
export function DateText({ at, isDay = false }: DateTextProps) {
  if (at === undefined) return <span className="text-muted-foreground">–</span>;
  const ago = formatDistanceToNowStrict(at, { addSuffix: true });
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={isDay ? ago : `${formatDateTime(at)} (${ago})`}
      className="whitespace-nowrap"
    >
      {isDay ? formatDate(at, "UTC") : formatMinute(at)}
    </time>
  );
}
