import type { ComponentProps, ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
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
import { buttonVariants, type ButtonProps } from "@/components/ui/button";
import { useIsWaiting } from "@/hooks/useWaiting";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

type ConfirmDialogProps = Pick<ComponentProps<typeof AlertDialog>, "open" | "onOpenChange"> & {
  /** The button that opens it; without one, `open` does. */
  trigger?: ReactNode;
  question: string;
  /** Names the thing that is asked about, and the state it will be in afterwards. */
  explanation: ReactNode;
  /** Fields that the answer needs, such as a reason. */
  children?: ReactNode;
  /** The server's refusal of the last attempt. */
  error?: string | null | undefined;
  /** The word for leaving things as they are; Escape does the same. */
  cancel: string;
  cancelVariant?: ButtonProps["variant"];
  /** Names what is confirmed among the steps that wait for the network: closing withdraws it. */
  waitingId?: string;
  /**
   * The button that confirms. The dialog stays open until the caller closes it, because the server
   * may refuse.
   */
  confirm: ReactNode;
};

/** Asks once before a change that cannot simply be undone. */
export function ConfirmDialog({
  trigger,
  question,
  explanation,
  children,
  error,
  cancel,
  cancelVariant = "outline",
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
        <AlertDialogFooter>
          <AlertDialogCancel className={buttonVariants({ variant: cancelVariant })}>
            {isWaiting ? MESSAGES.withdraw : cancel}
          </AlertDialogCancel>
          {confirm}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
