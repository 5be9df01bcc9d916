import { useNavigate } from "@tanstack/react-router";
import { CopyableId } from "@/components/CopyableId";
import { StatusChip } from "@/components/StatusChip";
import { Card } from "@/components/ui/card";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { deviceName } from "../../../../domain/deviceName";
import { LISTS } from "../../../../domain/lists";
import type { Actor } from "../../../../domain/workflow";
import { DetailActions } from "./DetailActions";
import { DetailSections } from "./DetailSections";

/** The sample's name, status and actions, above all its fields in sections. */
export function DetailCard({ sample, actor }: { sample: Doc<"samples">; actor: Actor }) {
  const navigate = useNavigate();
  return (
    <Card className="[print-color-adjust:exact] print:border-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b p-5">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">{deviceName(sample)}</h2>
          <CopyableId value={sample.serialNumber} label="serial number" />
        </div>
        <StatusChip status={sample.status} className="text-sm" />
        <DetailActions
          sample={sample}
          actor={actor}
          onDeleted={() => void navigate({ to: LISTS.delete.path })}
        />
      </header>
      <DetailSections sample={sample} />
    </Card>
  );
}
