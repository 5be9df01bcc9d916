import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { formatDateTime } from "#domain/common/dates";
import { REFUSALS } from "#domain/common/errors";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useConfig } from "@/hooks/data/useConfig";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { warnOfUnsupervised } from "@/lib/people/warnOfUnsupervised";

type LeavingPerson = NonNullable<FunctionReturnType<typeof api.users.get>>;

/** Locks the account of a leaving person, and explains what happens to their private data. */
export function LockAccount({ person, isSelf }: { person: LeavingPerson; isSelf: boolean }) {
  const { displayName, email, disabled, leftAt, erasedAt } = person;
  const days = useConfig()?.eraseAfterDays;
  const update = useMutation(api.users.update);
  const [isOpen, setOpen] = useState(false);
  const { isSending, refusal, sending } = useSending();
  const set = async (next: boolean) => {
    const changed = update({ email, settings: { disabled: next }, seen: { disabled } });
    const outcome = await sending(attempt(changed));
    if (!outcome.ok) return;
    setOpen(false);
    warnOfUnsupervised(displayName, outcome.value.unsupervised);
  };
  const erasure = `Passport, phone, address and photo are erased ${days ?? "…"} days later.`;
  return (
    <Card className="flex flex-wrap items-center gap-4 p-5">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <h2 className="text-base font-semibold tracking-tight">
          {disabled ? "The account is disabled" : "Disable the account"}
        </h2>
        <p className="mt-1 text-muted-foreground">
          {disabled && leftAt !== undefined && `Since ${formatDateTime(leftAt)}. `}
          {erasedAt === undefined
            ? erasure
            : `Private data was erased ${formatDateTime(erasedAt)}.`}{" "}
          Custody and history stay.
        </p>
        {isSelf && <p className="mt-1 text-muted-foreground">{REFUSALS.OWN_ACCOUNT}</p>}
      </div>
      {!isSelf && (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={setOpen}
          trigger={
            <Button variant={disabled ? "outline" : "destructive"}>
              {disabled ? "Enable account" : "Disable account"}
            </Button>
          }
          question={disabled ? "Enable this account?" : "Disable this account?"}
          explanation={
            disabled
              ? `${displayName} can sign in again. Erased data stays erased.`
              : `${displayName} is signed out everywhere immediately, and can no longer be sent samples.`
          }
          error={refusal}
          confirm={
            <Button
              variant={disabled ? "default" : "destructive"}
              loading={isSending}
              onClick={() => void set(!disabled)}
            >
              {disabled ? "Enable" : "Disable"}
            </Button>
          }
        />
      )}
    </Card>
  );
}
