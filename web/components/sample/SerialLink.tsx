import { Link } from "@tanstack/react-router";
import { sheetLink } from "@/hooks/useSheet";

/** A serial number that links to its sample. */
export function SerialLink({ sampleId, serialNumber }: { sampleId: string; serialNumber: string }) {
  return (
    <Link
      {...sheetLink(sampleId)}
      title={serialNumber}
      className="rounded font-mono text-xs font-medium text-foreground underline-offset-4 hover:text-primary hover:underline"
    >
      {serialNumber}
    </Link>
  );
}
