import { useController, type Control } from "react-hook-form";
import { Field } from "@/components/forms/Field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { RequestInput } from "#domain/people/inputs";
import {
  DETAIL_TEXTS,
  DETAILS_OF,
  requiresDetails,
  type DetailName,
} from "#domain/custody/requestDetails";
import type { RequestStep } from "#domain/custody/workflow";

type DetailFieldsProps = { control: Control<RequestInput>; step: RequestStep };

/** Fields for a request's note and tracking number, or for the circumstances of a loss. */
export function DetailFields({ control, step }: DetailFieldsProps) {
  return DETAILS_OF[step].map((name) => (
    <DetailField key={name} control={control} name={name} optional={!requiresDetails(step)} />
  ));
}

type DetailFieldProps = { control: Control<RequestInput>; name: DetailName; optional: boolean };

function DetailField({ control, name, optional }: DetailFieldProps) {
  const { field, fieldState } = useController({ control, name });
  const { label, help } = DETAIL_TEXTS[name];
  return (
    <Field label={label} help={help} optional={optional} error={fieldState.error?.message}>
      {(aria) =>
        name === "whatHappened" ? (
          <Textarea {...aria} {...field} rows={3} />
        ) : (
          <Input {...aria} {...field} autoComplete="off" />
        )
      }
    </Field>
  );
}
