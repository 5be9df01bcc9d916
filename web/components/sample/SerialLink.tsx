import { Link } from "@tanstack/react-router";

/** A serial number that opens its sample. */
export function SerialLink({ sampleId, serialNumber }: { sampleId: string; serialNumber: string }) {
  return (
    <Link
      to="/private/viewfs/$id"
      params={{ id: sampleId }}
      title={serialNumber}
      className="rounded font-mono text-xs font-medium text-foreground underline-offset-4 hover:text-primary hover:underline"
    >
      {serialNumber}
    </Link>
  );
}
