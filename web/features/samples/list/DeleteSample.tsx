import { useMutation } from "convex/react";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { Button, type ButtonProps } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../../convex/_generated/api";
import { deviceName } from "../../../../domain/deviceName";
import { MESSAGES } from "../../../../domain/messages";
import type { Sample } from "./useSampleList";

type DeleteSampleProps = {
  sample: Sample;
  size?: ButtonProps["size"];
  className?: string | undefined;
  /** Called also when the button has gone with its sample. */
  onDeleted?: () => void;
};

/** Deletes after asking once, in the spec's words and naming the sample. */
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
    <AlertDialog open={isOpen} onOpenChange={open}>
      <AlertDialogTrigger asChild>
        <Button
          size={size}
          variant="outline"
          aria-label={`Delete ${sample.serialNumber}`}
          className={className}
        >
          <Trash2 aria-hidden className="text-destructive" />
          Delete
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{MESSAGES.confirmDelete}</AlertDialogTitle>
          <AlertDialogDescription>
            {deviceName(sample)}, serial number{" "}
            <span className="font-mono text-foreground">{sample.serialNumber}</span>. Its serial
            number and IMEIs can be registered again; its history stays.
          </AlertDialogDescription>
        </AlertDialogHeader>
        {refusal !== null && <Banner tone="error">{refusal}</Banner>}
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <Button variant="destructive" loading={isDeleting} onClick={() => void confirm()}>
            Delete
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
