import { CopyableId } from "@/components/CopyableId";
import { DateText } from "@/components/sample/DateText";
import { Person } from "@/components/sample/Person";
import { cn } from "@/lib/utils";
import { groupImei } from "#domain/identifiers/imei";
import type { DetailField } from "./sections";

/** On a phone, only short texts share a row of two columns. */
const WIDTHS: Record<DetailField["kind"], string> = {
  text: "",
  identifier: "max-sm:col-span-2",
  person: "max-sm:col-span-2",
  date: "max-sm:col-span-2",
  long: "col-span-full",
};

/** One value of the card, below its label. */
export function DetailEntry({ field }: { field: DetailField }) {
  return (
    <div className={cn("min-w-0", WIDTHS[field.kind], field.isWide && "col-span-2")}>
      <dt className="text-xs text-muted-foreground">{field.label}</dt>
      <dd className="mt-0.5 min-h-6 text-sm [overflow-wrap:anywhere]">
        <Value field={field} />
      </dd>
    </div>
  );
}

function Value({ field }: { field: DetailField }) {
  switch (field.kind) {
    case "identifier":
      return (
        <CopyableId
          value={field.value}
          display={groupImei(field.value)}
          label={field.label}
          className="max-w-full"
        />
      );
    case "person":
      return <Person email={field.value} withAddress />;
    case "date":
      return <DateText at={field.value} isDay={field.isDay ?? false} />;
    case "text":
    case "long":
      return field.value === "" ? (
        <span className="text-muted-foreground">–</span>
      ) : (
        <span className="whitespace-pre-wrap">{field.value}</span>
      );
  }
  return field satisfies never;
}
