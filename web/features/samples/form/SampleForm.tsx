import { FormProvider } from "react-hook-form";
import { FormCard } from "@/components/forms/FormCard";
import { FormSection } from "@/components/forms/FormSection";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { Button } from "@/components/ui/button";
import { dropDraft } from "@/lib/sampleDraft";
import { MESSAGES } from "#domain/common/messages";
import { otherForm } from "./forms";
import { focusNextOnEnter } from "./focusNext";
import { KnownModels } from "./KnownModels";
import { ScanIdentifiers } from "./ScanIdentifiers";
import { SampleField } from "./SampleField";
import { useSampleForm, type SampleFormOptions } from "./useSampleForm";

type SampleFormProps = SampleFormOptions & {
  /** Set where values may be added to the pick lists. */
  mayAddOptions: boolean;
};

/** The form of New Sample, Add Sample and their edits; `kind` holds the differences. */
export function SampleForm(props: SampleFormProps) {
  const { kind, editedId, readOnly } = props;
  const isNew = editedId === undefined;
  const { form, sections, offered, taken, submit, ...state } = useSampleForm(props);
  const { transactionId, isLoading, isDone, isDirty } = state;
  const { isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <UnsavedGuard
        isDirty={isDirty}
        {...(isNew && { keptAt: otherForm(kind).path, onDiscard: dropDraft })}
      />
      <div data-scans="next" onKeyDown={focusNextOnEnter}>
        <FormCard
          form={form}
          onSubmit={submit({ isSeries: false })}
          waitingId={transactionId}
          submitLabel={isLoading ? MESSAGES.loading : (isNew ? kind.add : kind.edit).submit}
          submitDisabled={isDone || isLoading}
          secondaryAction={
            isNew && (
              <Button
                variant="outline"
                disabled={isSubmitting || isDone || isLoading}
                onClick={() => void submit({ isSeries: true })()}
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
                  options={offered}
                  taken={taken[field.name]}
                  isRejecting={kind.duplicates === "reject"}
                  isNew={isNew}
                  isReadOnly={readOnly.includes(field.name)}
                  mayAddOptions={props.mayAddOptions}
                />
              ))}
              {fields.some(({ name }) => name === "imei1") && (
                <>
                  <KnownModels />
                  {isNew && <ScanIdentifiers />}
                </>
              )}
            </FormSection>
          ))}
        </FormCard>
      </div>
    </FormProvider>
  );
}
