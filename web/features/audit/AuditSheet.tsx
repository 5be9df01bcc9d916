import { useState } from "react";
import { Fact } from "@/components/Fact";
import { DateText } from "@/components/sample/DateText";
import { Person } from "@/components/sample/Person";
import { Sheet, SheetContent, SheetDescription, SheetTitle } from "@/components/ui/sheet";
import { returnFocus } from "@/lib/returnFocus";
import { describeAuditChanges } from "#domain/accounts/audit";
import { Author } from "./auditColumns";
import type { AuditRecord } from "./useAudit";

type AuditSheetProps = { record: AuditRecord; onClose: () => void };

/** All fields of one record, which the table's row shows in part. */
export function AuditSheet({ record, onClose }: AuditSheetProps) {
  const { action, at, origin, person, entry, changes, reason } = record;
  const [opener] = useState(() => document.activeElement);
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent
        className="w-full max-w-full sm:w-[30rem]"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus(opener);
        }}
      >
        <SheetTitle>{action}</SheetTitle>
        <SheetDescription className="sr-only">Everything about this record</SheetDescription>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3 text-sm">
          <Fact label="Date">
            <DateText at={at} />
          </Fact>
          <Fact label="By">
            <Author record={record} withAddress />
          </Fact>
          <Fact label="From">{origin}</Fact>
          {person !== undefined && (
            <Fact label="Person">
              <Person email={person} withAddress />
            </Fact>
          )}
          {entry !== undefined && <Fact label="Entry">{entry}</Fact>}
          {changes.length > 0 && (
            <Fact label="Changes">
              <ul className="flex flex-col gap-1.5">
                {changes.map((change) => (
                  <li key={change.field} className="empty:hidden">
                    {describeAuditChanges([change])}
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          {reason !== undefined && <Fact label="Reason">{reason}</Fact>}
        </dl>
      </SheetContent>
    </Sheet>
  );
}
