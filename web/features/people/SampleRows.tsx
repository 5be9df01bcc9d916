import type { ReactNode } from "react";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { SampleStatus } from "@/components/sample/SampleStatus";
import { RelativeTime } from "@/components/RelativeTime";
import type { Doc } from "../../../convex/_generated/dataModel";

/** A list of samples, each linking to its page. `note`: a few words next to a sample. */
export function SampleRows({
  samples,
  note,
}: {
  samples: readonly Doc<"samples">[];
  note?: (sample: Doc<"samples">) => ReactNode;
}) {
  return (
    <ul className="divide-y">
      {samples.map((sample) => (
        <li key={sample._id} className="flex items-center justify-between gap-3 px-4 py-2.5">
          <span className="min-w-0">
            <DeviceLink sample={sample} className="block truncate text-sm font-medium" />
            <span className="block truncate font-mono text-xs text-muted-foreground">
              {sample.serialNumber}
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-muted-foreground">
            <SampleStatus sample={sample} />
            {/* Only a registered sample that never changed hands has no date of a step. */}
            {note?.(sample) ?? <RelativeTime at={sample.listDate || sample.registereddate} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
