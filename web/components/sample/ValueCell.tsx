import type { ColumnKind } from "#domain/samples/fields";
import { groupImei } from "#domain/identifiers/imei";
import { Marked } from "@/components/data-table/search/Marked";
import { DateText } from "./DateText";
import { Person } from "./Person";

type ValueCellProps = {
  /** Tables render statuses and serial numbers themselves. */
  kind: Exclude<ColumnKind, "status">;
  value: string | number | undefined;
  /** A date that is a day without a time. */
  isDay?: boolean;
};

/** One value in a table, by kind; a dash if it is missing. */
export function ValueCell({ kind, value, isDay = false }: ValueCellProps) {
  const text = value === undefined ? "" : String(value);
  switch (kind) {
    case "date":
      return <DateText at={typeof value === "number" ? value : undefined} isDay={isDay} />;
    case "person":
      return text === "" ? <NoValue /> : <Person email={text} />;
    case "identifier":
      return text === "" ? (
        <NoValue />
      ) : (
        <span className="font-mono text-xs">
          <Marked>{groupImei(text)}</Marked>
        </span>
      );
    case "text":
      return text === "" ? (
        <NoValue />
      ) : (
        <span title={text}>
          <Marked>{text}</Marked>
        </span>
      );
  }
  return kind satisfies never;
}

function NoValue() {
  return <span className="text-muted-foreground">–</span>;
}
