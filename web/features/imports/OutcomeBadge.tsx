import { Badge } from "@/components/ui/badge";
import type { RowResult } from "#domain/imports/importResults";
import type { ImportWords } from "./importKind";

type OutcomeBadgeProps = { words: ImportWords; result: RowResult; isDone: boolean };

/** A row's outcome: the expected one, or after the upload the actual one. */
export function OutcomeBadge({ words, result, isDone }: OutcomeBadgeProps) {
  const { outcome } = result;
  if (outcome === "refused") return <Badge variant="destructive">Refused</Badge>;
  switch (outcome) {
    case "imported":
    case "updated":
      return (
        <Badge variant="secondary">{`${words[outcome][isDone ? 1 : 0]}${suffixOf(result)}`}</Badge>
      );
    case "already":
      return <Badge variant="outline">Already there</Badge>;
    case "skipped":
      return <Badge variant="outline">Skipped</Badge>;
  }
  return outcome satisfies never;
}

function suffixOf({ flagged, reopened }: RowResult): string {
  if (flagged) return ", flagged";
  return reopened ? ", Registered again" : "";
}
