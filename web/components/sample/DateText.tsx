import { formatDistanceToNowStrict } from "date-fns";
import { formatDate, formatDateTime } from "../../../domain/dates";

type DateTextProps = {
  /** Epoch ms. */
  at: number | undefined;
  /** A day without a time, stored as UTC midnight. */
  isDay?: boolean;
};

/** A moment or a day, with how long ago it was on hover. */
export function DateText({ at, isDay = false }: DateTextProps) {
  if (at === undefined) return <span className="text-muted-foreground">–</span>;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDistanceToNowStrict(at, { addSuffix: true })}
      className="whitespace-nowrap"
    >
      {isDay ? formatDate(at, "UTC") : formatDateTime(at)}
    </time>
  );
}
