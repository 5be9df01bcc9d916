import { Link } from "@tanstack/react-router";
import { Card } from "@/components/ui/card";
import { sheetLink } from "@/hooks/useSheet";

/** Maximum of rows shown: the whole series is in the list of samples. */
const MAX_SHOWN = 5;

export type RegisteredSample = { sampleId: string; serialNumber: string; device: string };

/** Samples registered since the form was opened, latest first. */
export function JustRegistered({ samples }: { samples: readonly RegisteredSample[] }) {
  if (samples.length === 0) return null;
  return (
    <Card className="min-w-0 px-5 py-4">
      <h2 className="text-sm font-semibold">
        Registered just now <span className="font-normal tabular-nums">({samples.length})</span>
      </h2>
      <ul className="mt-2 -mx-2">
        {samples.slice(0, MAX_SHOWN).map(({ sampleId, serialNumber, device }) => (
          <li key={sampleId}>
            <Link
              {...sheetLink(sampleId)}
              className="flex min-h-8 items-center justify-between gap-3 rounded-md px-2 text-sm hover:bg-accent coarse:min-h-11"
            >
              <span className="truncate font-mono">{serialNumber}</span>
              <span className="truncate text-muted-foreground">{device}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
