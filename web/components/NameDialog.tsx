import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useIsWaiting } from "@/hooks/useWaiting";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

type NameDialogProps = {
  title: string;
  description: string;
  /** The form's field: `form.register("name")`. */
  name: UseFormRegisterReturn;
  maxLength: number;
  /** Errors of the name and of the whole form. */
  errors: { name?: { message?: string }; root?: { message?: string } };
  /** Label of the submit button. */
  submit: string;
  isSubmitting: boolean;
  /** Id of the request in the queue of steps that wait for the network: closing withdraws it. */
  waitingId?: string;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** Fields after the name. */
  children?: ReactNode;
};

/** A dialog that asks for the name of a new object. */
export function NameDialog({ title, description, errors, children, ...props }: NameDialogProps) {
  const { name, maxLength, submit, isSubmitting, waitingId, onSubmit } = props;
  const isWaiting = useIsWaiting(waitingId);
  const close = () => {
    if (waitingId !== undefined) withdraw(waitingId);
    props.onClose();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void onSubmit();
          }}
          noValidate
          className="flex flex-col gap-4"
        >
          <RefusalBanner message={errors.root?.message} />
          <Field label="Name" error={errors.name?.message}>
            {(control) => (
              <Input {...control} {...name} maxLength={maxLength} autoComplete="off" autoFocus />
            )}
          </Field>
          {children}
          {isWaiting && <Banner tone="warning">{MESSAGES.waitsForNetwork}</Banner>}
          <div className="flex justify-end gap-2">
            <Button variant="outline" onClick={close}>
              {isWaiting ? MESSAGES.withdraw : "Cancel"}
            </Button>
            <Button type="submit" loading={isSubmitting}>
              {submit}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
