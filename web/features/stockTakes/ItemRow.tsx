import { DateText } from "@/components/sample/DateText";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { PersonName } from "@/components/sample/Person";
import { StatusChip } from "@/components/StatusChip";
import { cn } from "@/lib/utils";
import { deviceName } from "#domain/samples/deviceName";
import { pendingPerson } from "#domain/custody/workflow";
import type { Item } from "./types";

/** One line: the device with its number, the holder on record, and who scanned it. */
export function ItemRow({ item }: { item: Item }) {
  const { number, sample, brand = "", model = "", isHidden } = item;
  // During the stock-take, the sample's current status; afterwards the recorded one.
  const status = sample?.status ?? item.status;
  const name = deviceName({ brand, model });
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-baseline gap-2 font-medium">
          {sample ? (
            <DeviceLink sample={sample} className="truncate" />
          ) : (
            name !== "" && <span className="truncate">{name}</span>
          )}
          <span
            className={cn(
              "font-mono text-xs font-normal text-muted-foreground",
              // A label's URL, which may be the only text here, is wider than a phone.
              name === "" ? "[overflow-wrap:anywhere]" : "shrink-0",
            )}
          >
            {number}
          </span>
        </p>
        <p className="text-xs text-muted-foreground">
          {isHidden ? "Held by someone outside your team" : <Holder item={item} />}
        </p>
      </div>
      {item.scannedAt !== undefined && item.scannedBy !== undefined && (
        <p className="text-xs text-muted-foreground">
          <PersonName email={item.scannedBy} />, <DateText at={item.scannedAt} />
        </p>
      )}
      {status !== undefined && <StatusChip status={status} className="shrink-0" />}
    </li>
  );
}

function Holder({ item: { state, sample, holder, isExplained } }: { item: Item }) {
  const now = sample?.samplmanag ?? holder;
  const asked = sample && pendingPerson(sample);
  if (now === undefined)
    return state === "missing" ? "Not registered" : "No sample has this number";
  return (
    <>
      {state === "unexpected" && "On record with "}
      <PersonName email={now} />
      {asked !== undefined && (
        <>
          {" → "}
          <PersonName email={asked} />
        </>
      )}
      {isExplained && (state === "missing" ? " · left since" : " · now belongs here")}
    </>
  );
}
