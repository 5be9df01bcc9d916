import { useQuery } from "convex/react";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { FormCard, FormSection } from "@/components/FormCard";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../../convex/_generated/api";
import type { SampleInput } from "../../../../domain/fields";
import { moveOnWithEnter } from "./moveOn";
import { SampleField } from "./SampleField";
import { nextOfSeries, statedFields, type StatedFields } from "./sampleValues";
import { NEW_SAMPLE_SECTIONS } from "./sections";
import { UnsavedGuard } from "./UnsavedGuard";
import { useDuplicates, type TakenIdentifier } from "./useDuplicates";
import { newSampleResolver } from "./validate";

export type Saved = { sampleId: string; duplicate: "none" | "imei1" | "imei2" | "both" };

type SampleFormProps = {
  initial: SampleInput;
  /** The sample being edited; absent: a new one. */
  editedId?: string;
  /** Shown, but not this person's to change. */
  readOnly: readonly (keyof SampleInput)[];
  /** One mutation; its rejection is shown in the form. */
  save: (input: { transactionId: string; fields: StatedFields }) => Promise<Saved>;
  /** @param isSeries the form stays open for the next of a series */
  onSaved: (saved: Saved, isSeries: boolean) => void;
};

/** New Sample and Edit Sample (doc 1 §2): flags duplicate IMEIs, refuses a repeated serial number. */
export function SampleForm({ initial, editedId, readOnly, save, onSaved }: SampleFormProps) {
  const isNew = editedId === undefined;
  const options = useQuery(api.lookups.options, {});
  const [transactionId, setTransactionId] = useState(newTransactionId); // per opened form
  const [isDone, setIsDone] = useState(false);

  const sections = NEW_SAMPLE_SECTIONS.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => isNew || !field.isNewOnly),
  }));
  const asked = sections
    .flatMap(({ fields }) => fields.map(({ name }) => name))
    .filter((name) => !readOnly.includes(name));
  const form = useForm<SampleInput>({
    defaultValues: initial,
    resolver: newSampleResolver(asked, isNew, options),
  });
  const [imei1, imei2, serialNumber] = useWatch({
    control: form.control,
    name: ["imei1", "imei2", "serialNumber"],
  });
  const taken: Partial<Record<keyof SampleInput, TakenIdentifier>> = useDuplicates(
    { imei1, imei2, serialNumber },
    editedId,
  );

  const submit = (isSeries: boolean) =>
    form.handleSubmit(async (fields) => {
      const outcome = await attempt(save({ transactionId, fields: statedFields(fields) }));
      if (!outcome.ok) {
        const isSerial = outcome.code === "SERIAL_TAKEN";
        return form.setError(
          isSerial ? "serialNumber" : "root",
          { message: outcome.message },
          { shouldFocus: isSerial },
        );
      }
      if (isSeries) {
        form.reset(nextOfSeries(fields));
        form.setFocus("serialNumber");
        setTransactionId(newTransactionId());
      } else {
        setIsDone(true);
      }
      onSaved(outcome.value, isSeries);
    });

  const { isDirty, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <UnsavedGuard isDirty={isDirty && !isDone} />
      <div onKeyDown={moveOnWithEnter}>
        <FormCard
          form={form}
          onSubmit={submit(false)}
          submitLabel={isNew ? "Save" : "Update"}
          submitDisabled={isDone}
          secondaryAction={
            isNew && (
              <Button
                variant="outline"
                disabled={isSubmitting || isDone}
                onClick={() => void submit(true)()}
              >
                Save and add another
              </Button>
            )
          }
        >
          {sections.map(({ title, description, fields }) => (
            <FormSection key={title} title={title} {...(description && { description })}>
              {fields.map((field) => (
                <SampleField
                  key={field.name}
                  field={field}
                  options={options}
                  taken={taken[field.name]}
                  isReadOnly={readOnly.includes(field.name)}
                />
              ))}
            </FormSection>
          ))}
        </FormCard>
      </div>
    </FormProvider>
  );
}
