import { Badge } from "@/components/ui/badge";
import type { RowResult } from "../../../domain/importResults";

/** Shows a row's outcome: the expected one, or after the upload the real one. */
export function OutcomeBadge({ result, isDone }: { result: RowResult; isDone: boolean }) {
  const { outcome, flagged, reopened } = result;
  if (outcome === "refused") return <Badge variant="destructive">Refused</Badge>;
  const more = flagged ? ", flagged" : reopened ? ", Registered again" : "";
  switch (outcome) {
    case "imported":
      return <Badge variant="secondary">{`${isDone ? "Imported" : "To import"}${more}`}</Badge>;
    case "updated":
      return <Badge variant="secondary">{`${isDone ? "Updated" : "To update"}${more}`}</Badge>;
    case "already":
      return <Badge variant="outline">Already there</Badge>;
    case "skipped":
      return <Badge variant="outline">Skipped</Badge>;
  }
  return outcome satisfies never;
}
