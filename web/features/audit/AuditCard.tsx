import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { Author, Changes } from "./auditColumns";
import type { AuditRecord } from "./useAudit";

/** A record on a phone: the action and its subject, the author, and the time. */
export function AuditCard({ record }: { record: AuditRecord }) {
  return (
    <article className="flex flex-col gap-1">
      <p className="text-sm font-semibold">
        {record.action}
        {record.person !== undefined && (
          <>
            {": "}
            <PersonName email={record.person} />
          </>
        )}
        {record.entry !== undefined && `: ${record.entry}`}
      </p>
      {record.changes.length > 0 && (
        <p className="text-xs [overflow-wrap:anywhere]">
          <Changes changes={record.changes} />
        </p>
      )}
      {record.reason !== undefined && (
        <p className="border-l-2 pl-2 text-xs [overflow-wrap:anywhere]">{record.reason}</p>
      )}
      <p className="flex items-center gap-1.5 text-xs text-muted-foreground">
        <Author record={record} /> · <RelativeTime at={record.at} />
      </p>
    </article>
  );
}
