import { useMutation } from "convex/react";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { SampleInWords } from "@/components/sample/SampleInWords";
import { Button, type ButtonProps } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../../convex/_generated/api";
import { MESSAGES } from "../../../../domain/messages";
import type { Sample } from "./useSampleList";

type DeleteSampleProps = {
  sample: Sample;
  size?: ButtonProps["size"];
  className?: string | undefined;
  /** Called also when the button has gone with its sample. */
  onDeleted?: () => void;
};

/** Deletes after asking once, naming the sample. */
export function DeleteSample({ sample, size = "sm", className, onDeleted }: DeleteSampleProps) {
  const remove = useMutation(api.samples.remove);
  const [transactionId] = useState(newTransactionId);
  const [isOpen, setIsOpen] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const open = (isOpened: boolean) => {
    setIsOpen(isOpened);
    setRefusal(null);
  };
  const confirm = async () => {
    setIsDeleting(true);
    const outcome = await attempt(remove({ sampleId: sample._id, transactionId }));
    setIsDeleting(false);
    if (!outcome.ok) return setRefusal(outcome.message);
    setIsOpen(false);
    toast.success(MESSAGES.sampleDeleted);
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={open}
      trigger={
        <Button
          size={size}
          variant="outline"
          aria-label={`Delete ${sample.serialNumber}`}
          className={className}
        >
          <Trash2 aria-hidden className="text-destructive" />
          Delete
        </Button>
      }
      question={MESSAGES.confirmDelete}
      explanation={
        <>
          <SampleInWords sample={sample} />. Its serial number and IMEIs can be registered again;
          its history stays.
        </>
      }
      error={refusal}
      cancel="Cancel"
      confirm={
        <Button variant="destructive" loading={isDeleting} onClick={() => void confirm()}>
          Delete
        </Button>
      }
    />
  );
}
