import type { ColumnKind } from "../../../domain/fields";
import { groupImei } from "../../../domain/imei";
import { DateText } from "./DateText";
import { Person } from "./Person";

type ValueCellProps = {
  /** Statuses and serial numbers are drawn by the tables themselves. */
  kind: Exclude<ColumnKind, "status">;
  value: string | number | undefined;
};

/** One value in a table, by kind; a dash where there is none. */
export function ValueCell({ kind, value }: ValueCellProps) {
  const text = value === undefined ? "" : String(value);
  switch (kind) {
    case "date":
      return <DateText at={typeof value === "number" ? value : undefined} />;
    case "person":
      return text === "" ? <NoValue /> : <Person email={text} />;
    case "identifier":
      return <span className="font-mono text-xs">{groupImei(text) || "–"}</span>;
    case "text":
      return text === "" ? <NoValue /> : <span title={text}>{text}</span>;
  }
  return kind satisfies never;
}

function NoValue() {
  return <span className="text-muted-foreground">–</span>;
}
