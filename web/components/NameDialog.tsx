import type { ReactNode } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
} from "react-hook-form";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { useShowRefusal } from "@/components/forms/useShowRefusal";
import { Button } from "@/components/ui/button";
import { DialogFooter, Modal } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useIsWaiting } from "@/hooks/useWaiting";
import type { Failure } from "@/lib/connection/attempt";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

/** What a dialog shows of its form: from `useNameForm`. */
type NameForm = {
  name: UseFormRegisterReturn;
  nameError: string | undefined;
  formError: string | undefined;
  isSubmitting: boolean;
  onSubmit: () => Promise<void>;
};

/**
 * The form of a `NameDialog`.
 *
 * @param save resolves to the server's refusal, or null
 * @param others other fields at which a refusal may be shown; they must be registered, because a
 *   refusal for an unknown field would block the next submit
 */
export function useNameForm<Values extends FieldValues & { name: string }>(
  defaultValues: DefaultValues<Values>,
  save: (values: Values) => Promise<Pick<Failure, "field" | "message"> | null>,
  others: readonly FieldPath<Values>[] = [],
) {
  const form = useForm<Values>({ defaultValues });
  const name = "name" as FieldPath<Values>;
  const showRefusal = useShowRefusal(form);
  const { errors, isSubmitting } = form.formState;
  const onSubmit = form.handleSubmit(async (values) => {
    const refused = await save(values);
    if (refused !== null)
      showRefusal(refused, others.find((each) => each === refused.field) ?? name);
  });
  const dialog: NameForm = {
    name: form.register(name),
    nameError: form.getFieldState(name, form.formState).error?.message,
    formError: errors.root?.message,
    isSubmitting,
    onSubmit,
  };
  return { form, dialog };
}

type NameDialogProps = {
  form: NameForm;
  title: string;
  description: string;
  maxLength: number;
  /** Label of the submit button. */
  submit: string;
  /** Id of the request in the queue of steps that wait for the network: closing withdraws it. */
  waitingId?: string;
  onClose: () => void;
  /** Fields after the name. */
  children?: ReactNode;
};

/** A dialog that asks for the name of a new object. */
export function NameDialog({ form, title, description, children, ...props }: NameDialogProps) {
  const { maxLength, submit, waitingId } = props;
  const isWaiting = useIsWaiting(waitingId);
  const close = () => {
    if (waitingId !== undefined) withdraw(waitingId);
    props.onClose();
  };
  return (
    <Modal onClose={close} title={title} description={description}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void form.onSubmit();
        }}
        noValidate
        className="flex flex-col gap-4"
      >
        <RefusalBanner message={form.formError} />
        <Field label="Name" error={form.nameError}>
          {(control) => (
            <Input {...control} {...form.name} maxLength={maxLength} autoComplete="off" autoFocus />
          )}
        </Field>
        {children}
        {isWaiting && <Banner tone="warning">{MESSAGES.waitsForNetwork}</Banner>}
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            {isWaiting ? MESSAGES.withdraw : "Cancel"}
          </Button>
          <Button type="submit" loading={form.isSubmitting}>
            {submit}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  );
}
