import { useQuery } from "convex/react";
import { useEffect } from "react";
import { useController, useForm } from "react-hook-form";
import { stepNote } from "@/components/baskets/stepWords";
import { AddressPicker } from "@/components/forms/AddressPicker";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { ListSuggest } from "@/components/forms/ListSuggest";
import { toastRefusal } from "@/components/sample/refusalText";
import { Textarea } from "@/components/ui/textarea";
import { useIsMounted } from "@/hooks/useIsMounted";
import { api } from "../../../convex/_generated/api";
import { BULK_FIELDS, parseBulkEdit, type BulkEditInput } from "#domain/samples/bulkEdit";
import type { RefusalCode } from "#domain/common/errors";
import { FIELD_LABELS } from "#domain/samples/fields";
import { countedSamples } from "#domain/custody/stepTexts";
import { submitOf, useStart, type FormProps } from "./basketForm";

const NONE: readonly string[] = [];
/** The refusal of an edit without a value; it is cleared by the first value. */
const EMPTY: RefusalCode = "EDIT_EMPTY";
const PLACE_PARTS = ["country", "city", "lat", "lng"] as const;

/** Form for the values to set on all samples of the basket, with a description of the effect. */
export function EditForm(props: Omit<FormProps<"edit">, "step">) {
  const { samples, asked, onAsked } = props;
  const start = useStart("edit", props);
  const isMounted = useIsMounted();
  const options = useQuery(api.lookups.options, {});
  const form = useForm<BulkEditInput>({ defaultValues: asked.edit });
  const { control, subscribe, setValue, clearErrors } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, errors }) => {
          onAsked({ edit: values });
          if (errors?.root?.type === EMPTY) clearErrors("root");
        },
      }),
    [subscribe, onAsked, clearErrors],
  );
  const customers = useController({ control, name: "customers" });
  const location = useController({ control, name: "location" });
  const comments = useController({ control, name: "comments" });
  const { field: latitude } = useController({ control, name: "lat" });

  const send = form.handleSubmit(async (stated) => {
    const edit = parseBulkEdit(stated);
    const refused = "code" in edit ? edit : await start({ edit });
    if (refused === null) return;
    if (!isMounted()) return toastRefusal(refused.message);
    const field = BULK_FIELDS.find((name) => name === refused.field);
    const error = { type: refused.code ?? "server", message: refused.message };
    form.setError(field ?? "root", error, { shouldFocus: field !== undefined });
  });
  const inUse = samples.filter(({ status }) => status === "In Use").length;
  return (
    <FormCard form={form} onSubmit={send} {...submitOf("edit", props)}>
      <p role="status" className="text-sm">
        {inUse > 0 && (
          <strong className="block font-semibold">
            {inUse === 1 ? "1 sample in use becomes" : `${countedSamples(inUse)} in use become`}{" "}
            Registered again.
          </strong>
        )}
        <span className="text-muted-foreground">{stepNote("edit")}</span>
      </p>
      <Field label={FIELD_LABELS.customers} error={customers.fieldState.error?.message} optional>
        {(aria) => (
          <ListSuggest
            control={aria}
            inputRef={customers.field.ref}
            label={FIELD_LABELS.customers}
            value={customers.field.value}
            values={options?.customersModel ?? NONE}
            onChange={customers.field.onChange}
            onBlur={customers.field.onBlur}
          />
        )}
      </Field>
      <Field
        label={FIELD_LABELS.location}
        help="Choose from the list; the country is filled in."
        error={location.fieldState.error?.message}
        optional
      >
        {(aria) => (
          <AddressPicker
            control={aria}
            inputRef={location.field.ref}
            value={location.field.value}
            isPlace={latitude.value !== undefined}
            onBlur={location.field.onBlur}
            onType={(typed) => {
              for (const part of PLACE_PARTS) setValue(part, undefined);
              location.field.onChange(typed);
            }}
            onPick={(place) => {
              for (const part of PLACE_PARTS) setValue(part, place[part]);
              location.field.onChange(place.address);
            }}
          />
        )}
      </Field>
      <Field
        label={FIELD_LABELS.comments}
        help="Replaces the comments of each sample."
        error={comments.fieldState.error?.message}
        optional
      >
        {(aria) => <Textarea {...aria} {...comments.field} rows={3} />}
      </Field>
    </FormCard>
  );
}
