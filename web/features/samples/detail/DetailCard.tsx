import { CopyableId } from "@/components/CopyableId";
import { StatusChip } from "@/components/StatusChip";
import { Card } from "@/components/ui/card";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { deviceName } from "../../../../domain/deviceName";
import type { Actor } from "../../../../domain/workflow";
import { DetailActions } from "./DetailActions";
import { DetailEntry } from "./DetailEntry";
import { detailSections } from "./sections";

/** The sample's name, status and actions, above all its fields in sections. */
export function DetailCard({ sample, actor }: { sample: Doc<"samples">; actor: Actor }) {
  return (
    <Card className="[print-color-adjust:exact] print:border-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b p-5">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">{deviceName(sample)}</h2>
          <CopyableId value={sample.serialNumber} label="serial number" />
        </div>
        <StatusChip status={sample.status} className="text-sm" />
        <DetailActions sample={sample} actor={actor} />
      </header>
      {detailSections(sample).map(({ title, fields }) => (
        <section key={title} className="border-b p-5 last:border-b-0 print:break-inside-avoid">
          <h3 className="mb-3 text-sm font-semibold">{title}</h3>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-3">
            {fields.map((field) => (
              <DetailEntry key={field.label} field={field} />
            ))}
          </dl>
        </section>
      ))}
    </Card>
  );
}
