import { describeAuditChanges } from "#domain/accounts/audit";
import type { AuditRecord } from "./useAudit";

/** Old and new value of each changed field; for a private field only its name. */
export function Changes({ changes }: Pick<AuditRecord, "changes">) {
  const text = describeAuditChanges(changes);
  return text === "" ? (
    <span className="text-muted-foreground">–</span>
  ) : (
    <span title={text}>{text}</span>
  );
}
