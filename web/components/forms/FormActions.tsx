import type { ReactNode, Ref } from "react";
import { Banner } from "@/components/Banner";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { Button } from "@/components/ui/button";
import { useLostSince } from "@/hooks/useLostSince";
import { useIsWaiting } from "@/hooks/useWaiting";
import { cn } from "@/lib/utils";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

export interface FormActionsProps {
  /** The part of react-hook-form's `useForm` result that the bar shows. */
  form: {
    formState: { isSubmitting: boolean; errors: { root?: { message?: string } } };
  };
  submitLabel: string;
  /** Shown left of the submit button, such as Cancel. */
  secondaryAction?: ReactNode;
  submitDisabled?: boolean;
  submitAutoFocus?: boolean;
  submitVariant?: "default" | "destructive";
  submitRef?: Ref<HTMLButtonElement>;
  /** Id of the form's request in the queue of steps that wait for the network. */
  waitingId?: string | undefined;
  /** False for a short form inside a longer page: its buttons stay at its end. */
  isSticky?: boolean;
  className?: string;
}

/**
 * The end of a form: the server's refusal (`errors.root`) above the buttons. While the form
 * submits, the submit button shows progress and ignores presses.
 */
export function FormActions({
  form,
  submitLabel,
  submitRef,
  isSticky = true,
  ...props
}: FormActionsProps) {
  const { isSubmitting, errors } = form.formState;
  const isLost = useLostSince() !== null;
  const { waitingId } = props;
  const isWaiting = useIsWaiting(waitingId);
  return (
    // Not sticky in a low window (zoomed in, or a phone in landscape): it would cover fields.
    <footer
      data-action-bar={isSticky || undefined}
      className={cn(
        "flex flex-col gap-3 border-t bg-card px-5 py-3",
        isSticky && "sticky bottom-[var(--bottom-bar,0px)] z-10 [@media(max-height:30rem)]:static",
        props.className,
      )}
    >
      <RefusalBanner message={errors.root?.message} />
      {isLost && (
        <Banner tone="warning">{isWaiting ? MESSAGES.waitsForNetwork : MESSAGES.sentLater}</Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isWaiting && waitingId !== undefined ? (
          <Button variant="outline" onClick={() => withdraw(waitingId)}>
            {MESSAGES.withdraw}
          </Button>
        ) : (
          props.secondaryAction
        )}
        <Button
          ref={submitRef}
          type="submit"
          variant={props.submitVariant ?? "default"}
          loading={isSubmitting || isWaiting}
          disabled={props.submitDisabled}
          autoFocus={props.submitAutoFocus}
        >
          {submitLabel}
        </Button>
      </div>
    </footer>
  );
}
