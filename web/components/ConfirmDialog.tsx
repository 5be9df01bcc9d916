import type { ComponentProps, ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { DialogFooter } from "@/components/ui/dialog";
import { useIsWaiting } from "@/hooks/useWaiting";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

type ConfirmDialogProps = Pick<ComponentProps<typeof AlertDialog>, "open" | "onOpenChange"> & {
  /** Button that opens the dialog; without one, `open` controls it. */
  trigger?: ReactNode;
  question: string;
  /** Names the subject and its state after the change. */
  explanation: ReactNode;
  /** Fields for the confirmation, such as a reason. */
  children?: ReactNode;
  /** The server's refusal of the last attempt. */
  error?: string | null | undefined;
  /** Label of the button that changes nothing, where "Cancel" could be misread. */
  cancel?: string;
  /** Id of the change in the queue of steps that wait for the network: closing withdraws it. */
  waitingId?: string;
  /** Button that confirms. The caller closes the dialog, because the server may refuse. */
  confirm: ReactNode;
};

/** Asks for confirmation of a change that cannot simply be undone. */
export function ConfirmDialog({
  trigger,
  question,
  explanation,
  children,
  error,
  cancel = "Cancel",
  confirm,
  waitingId,
  onOpenChange,
  ...dialog
}: ConfirmDialogProps) {
  const isWaiting = useIsWaiting(waitingId);
  const change = (isOpen: boolean) => {
    if (!isOpen && waitingId !== undefined) withdraw(waitingId);
    onOpenChange?.(isOpen);
  };
  return (
    <AlertDialog {...dialog} onOpenChange={change}>
      {trigger && <AlertDialogTrigger asChild>{trigger}</AlertDialogTrigger>}
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{question}</AlertDialogTitle>
          <AlertDialogDescription>{explanation}</AlertDialogDescription>
        </AlertDialogHeader>
        {children}
        {isWaiting && <Banner tone="warning">{MESSAGES.waitsForNetwork}</Banner>}
        <RefusalBanner message={error} />
        <DialogFooter>
          <AlertDialogCancel>{isWaiting ? MESSAGES.withdraw : cancel}</AlertDialogCancel>
          {confirm}
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
