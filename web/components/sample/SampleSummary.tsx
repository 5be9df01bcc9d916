import type { ReactNode } from "react";
import { CopyableId } from "@/components/CopyableId";
import { StatusChip } from "@/components/StatusChip";
import { Card } from "@/components/ui/card";
import type { Doc } from "../../../convex/_generated/dataModel";
import { groupImei } from "#domain/identifiers/imei";
import { describeDetails } from "#domain/custody/requestDetails";
import { pendingPerson } from "#domain/custody/workflow";
import { DeviceLink } from "./DeviceLink";
import { Person } from "./Person";

/** Identifies the sample that a form is about, and shows its state. */
export function SampleSummary({ sample }: { sample: Doc<"samples"> }) {
  const awaited = pendingPerson(sample);
  return (
    <Card className="w-full max-w-[760px] p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold tracking-tight">
            <DeviceLink sample={sample} />
          </h2>
          <CopyableId value={sample.serialNumber} label="serial number" />
        </div>
        <StatusChip status={sample.status} />
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Entry label="IMEI 1">
          <CopyableId value={sample.imei1} display={groupImei(sample.imei1)} label="IMEI 1" />
        </Entry>
        <Entry label="IMEI 2">
          <CopyableId value={sample.imei2} display={groupImei(sample.imei2)} label="IMEI 2" />
        </Entry>
        <Entry label="Sample Manager">
          <Person email={sample.samplmanag} withAddress />
        </Entry>
        {awaited === undefined ? (
          <Entry label="Country">{sample.country || "–"}</Entry>
        ) : (
          <Entry label={sample.inOSapprby === undefined ? "On its way to" : "To be approved by"}>
            <Person email={awaited} withAddress />
          </Entry>
        )}
        {describeDetails(sample.requestDetails).map(({ name, label, text }) => (
          <Entry key={name} label={label}>
            <span className="whitespace-pre-line">{text}</span>
          </Entry>
        ))}
      </dl>
    </Card>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="min-h-6 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
