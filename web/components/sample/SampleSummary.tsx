import type { ReactNode } from "react";
import { CopyableId } from "@/components/CopyableId";
import { StatusChip } from "@/components/StatusChip";
import { Card } from "@/components/ui/card";
import { useIsPhone } from "@/hooks/useMediaQuery";
import type { Doc } from "../../../convex/_generated/dataModel";
import { groupImei } from "#domain/identifiers/imei";
import { describeDetails } from "#domain/custody/requestDetails";
import { pendingPerson } from "#domain/custody/workflow";
import { DeviceLink } from "./DeviceLink";
import { Person } from "./Person";

/**
 * Identifies the sample that a form is about, and shows its state. On a phone its facts are folded,
 * so that the form begins with its question; what an approver has to read stays in sight.
 */
export function SampleSummary({ sample }: { sample: Doc<"samples"> }) {
  const isPhone = useIsPhone();
  const stated = describeDetails(sample.requestDetails);
  return (
    <Card className="w-full max-w-[760px] p-5 max-sm:px-4 max-sm:py-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold tracking-tight">
            <DeviceLink sample={sample} />
          </h2>
          <CopyableId value={sample.serialNumber} label="serial number" />
        </div>
        <StatusChip status={sample.status} />
      </div>
      {isPhone ? (
        <details className="group mt-2">
          <summary className="w-fit cursor-pointer text-sm font-medium text-primary coarse:py-2.5">
            Details
          </summary>
          <Entries>
            <Facts sample={sample} />
          </Entries>
        </details>
      ) : (
        <Entries>
          <Facts sample={sample} />
        </Entries>
      )}
      {stated.length > 0 && (
        <Entries>
          {stated.map(({ name, label, text }) => (
            <Entry key={name} label={label}>
              <span className="whitespace-pre-line">{text}</span>
            </Entry>
          ))}
        </Entries>
      )}
    </Card>
  );
}

function Facts({ sample }: { sample: Doc<"samples"> }) {
  const awaited = pendingPerson(sample);
  return (
    <>
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
    </>
  );
}

function Entries({ children }: { children: ReactNode }) {
  return <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">{children}</dl>;
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="min-h-6 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
