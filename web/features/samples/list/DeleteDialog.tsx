import { useMutation } from "convex/react";
import { useState, type ReactNode } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { SampleInWords } from "@/components/sample/SampleInWords";
import { Button } from "@/components/ui/button";
import { useSend, useSending } from "@/hooks/useWaiting";
import type { ReversibleSample as Sample } from "@/components/sample/ReversalDialog";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";

type DeleteDialogProps = {
  sample: Sample;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens it. */
  trigger?: ReactNode;
  /** Called even if the deleted sample's row has already removed the button. */
  onDeleted?: (() => void) | undefined;
};

/** Deletes a sample after one confirmation that names it. */
export function DeleteDialog({ sample, isOpen, trigger, ...on }: DeleteDialogProps) {
  const remove = useMutation(api.samples.remove);
  const send = useSend();
  const [transactionId] = useState(newTransactionId);
  const { isSending, refusal, setRefusal, sending } = useSending();

  const open = (isOpened: boolean) => {
    on.onOpenChange(isOpened);
    setRefusal(null);
  };
  const confirm = async () => {
    const step = { id: transactionId, label: `Delete ${sample.serialNumber}` };
    const outcome = await sending(
      send(step, () => remove({ sampleId: sample._id, transactionId })),
    );
    if (!outcome?.ok) return;
    on.onOpenChange(false);
    toast.success(MESSAGES.sampleDeleted);
    on.onDeleted?.();
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={open}
      trigger={trigger}
      question={MESSAGES.confirmDelete}
      explanation={
        <>
          <SampleInWords sample={sample} />. Its serial number and IMEIs can be registered again;
          its history stays.
        </>
      }
      error={refusal}
      waitingId={transactionId}
      confirm={
        <Button variant="destructive" loading={isSending} onClick={() => void confirm()}>
          Delete
        </Button>
      }
    />
  );
}
