import type { FormEventHandler, ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useLostSince } from "@/hooks/useLostSince";
import { useIsWaiting } from "@/hooks/useWaiting";
import { cn } from "@/lib/utils";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

export interface FormCardProps {
  /** The part of react-hook-form's `useForm` result that the card shows. */
  form: {
    formState: { isSubmitting: boolean; errors: { root?: { message?: string } } };
  };
  onSubmit: FormEventHandler<HTMLFormElement>;
  submitLabel: string;
  title?: ReactNode;
  description?: ReactNode;
  /** Shown left of the submit button, such as Cancel. */
  secondaryAction?: ReactNode;
  submitDisabled?: boolean;
  /** Names what the form sends among the steps that wait for the network. */
  waitingId?: string;
  /** For a form whose one answer is to submit it. */
  submitAutoFocus?: boolean;
  submitVariant?: "default" | "destructive";
  /** A short form among others keeps its actions where they are. */
  hasStickyActions?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A form at most 760 px wide: fields, the server's refusal (`errors.root`) above a sticky bar with
 * the actions. The submit button shows progress while the form submits and cannot be pressed twice.
 */
export function FormCard({ form, onSubmit, submitLabel, children, ...props }: FormCardProps) {
  const { isSubmitting, errors } = form.formState;
  const isLost = useLostSince() !== null;
  const { waitingId } = props;
  const isWaiting = useIsWaiting(waitingId);
  return (
    <Card className={cn("w-full max-w-[760px]", props.className)}>
      <form onSubmit={onSubmit} noValidate aria-busy={isSubmitting || undefined}>
        {(props.title || props.description) && (
          <header className="flex flex-col gap-1 border-b px-5 py-4">
            {props.title && (
              <h2 className="text-base font-semibold tracking-tight">{props.title}</h2>
            )}
            {props.description && (
              <p className="text-sm text-muted-foreground">{props.description}</p>
            )}
          </header>
        )}
        <div className="flex flex-col gap-5 p-5">{children}</div>
        {/* Not sticky in a low window (zoomed in, a phone on its side): fields would be covered. */}
        <footer
          data-action-bar={props.hasStickyActions !== false || undefined}
          className={cn(
            "flex flex-col gap-3 rounded-b-lg border-t bg-card px-5 py-3",
            props.hasStickyActions !== false &&
              "sticky bottom-[var(--bottom-bar,0px)] z-10 [@media(max-height:30rem)]:static",
          )}
        >
          <RefusalBanner message={errors.root?.message} />
          {isLost && (
            <Banner tone="warning">
              {isWaiting ? MESSAGES.waitsForNetwork : MESSAGES.sentLater}
            </Banner>
          )}
          <div className="flex items-center justify-end gap-2">
            {isWaiting && waitingId !== undefined ? (
              <Button variant="outline" onClick={() => withdraw(waitingId)}>
                {MESSAGES.withdraw}
              </Button>
            ) : (
              props.secondaryAction
            )}
            <Button
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
      </form>
    </Card>
  );
}
