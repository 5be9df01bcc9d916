import { describeAuditChanges } from "#domain/accounts/audit";
import type { AuditRecord } from "./useAudit";

/** Before and after of each changed field; a private field is only named. */
export function Changes({ changes }: Pick<AuditRecord, "changes">) {
  const text = describeAuditChanges(changes);
  return text === "" ? (
    <span className="text-muted-foreground">–</span>
  ) : (
    <span title={text}>{text}</span>
  );
}
