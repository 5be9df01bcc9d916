import { useRef } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { FormActions } from "@/components/forms/FormActions";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { Button } from "@/components/ui/button";
import { useMediaQuery } from "@/hooks/useMediaQuery";
import { useNameOf } from "@/hooks/data/usePeople";
import { dropDraft } from "@/lib/sampleDraft";
import { cn } from "@/lib/utils";
import { MESSAGES } from "#domain/common/messages";
import { hasImei2 } from "#domain/identifiers/slots";
import { otherForm } from "./forms";
import { focusField, onEnter } from "./focusNext";
import { JustRegistered } from "./JustRegistered";
import { KnownModels } from "./KnownModels";
import { NoImei } from "./NoImei";
import { ScanIdentifiers } from "./ScanIdentifiers";
import { SampleField } from "./SampleField";
import { SampleSection } from "./SampleSection";
import type { Section } from "./sections";
import { summaryOf } from "./summaryOf";
import { useSampleForm, type SampleFormOptions } from "./useSampleForm";

type SampleFormProps = SampleFormOptions & {
  /** True if the person may add values to the pick lists. */
  mayAddOptions: boolean;
  /** E-mail of the person who fills in the form. */
  self: string;
};

/** Window width from which the delivery section has its own column; Tailwind's `xl`. */
const WIDE = "(min-width: 1280px)";

/** The form for New Sample, Add Sample and their edits; `kind` holds the differences. */
export function SampleForm(props: SampleFormProps) {
  const { kind, editedId, readOnly } = props;
  const isNew = editedId === undefined;
  const { form, sections, folds, offered, taken, submit, ...state } = useSampleForm(props);
  const { transactionId, isLoading, isDone, isDirty, isSeries } = state;
  const { isSubmitting } = form.formState;
  const isWide = useMediaQuery(WIDE);
  const values = useWatch({ control: form.control });
  const nameOf = useNameOf(values.samplmanag || undefined, values.lastmanag || undefined);
  const saveButton = useRef<HTMLButtonElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);

  /** Moves the focus past the identifiers: to the first missing field, else to the save button. */
  const goOn = () => {
    const missing = folds.firstMissing();
    if (missing !== undefined) return folds.reveal(missing);
    (isSeries ? nextButton : saveButton).current?.focus();
  };
  const goTo = (from: HTMLElement, next: HTMLElement | null) => {
    const sectionOf = (field: HTMLElement) => field.closest("[data-section]");
    const isLastIdentifier =
      sectionOf(from)?.getAttribute("data-section") === "identifiers" &&
      (next === null || sectionOf(next) !== sectionOf(from));
    if (isNew && isLastIdentifier) goOn();
    else if (next !== null) focusField(next);
    else saveButton.current?.focus();
  };
  /** Moves the focus on if it is in a field that IMEI 1 has just filled in or locked. */
  const afterFilling = () => {
    const device = sections.find(({ name }) => name === "device");
    if (device !== undefined && !folds.isComplete(device)) folds.open("device");
    const { activeElement } = document;
    const isLocked = activeElement?.getAttribute("name") === "imei2";
    const isInDevice = activeElement?.closest("[data-section=device]") != null;
    if (isInDevice || (isLocked && !hasImei2(form.getValues("slots")))) goOn();
  };

  const show = (section: Section) => {
    const isIdentifiers = section.name === "identifiers";
    const isAside = section.name === "delivery";
    const isFoldable = isNew && !isIdentifiers && !(isAside && isWide);
    return (
      <SampleSection
        key={section.name}
        section={section}
        isOpen={!isFoldable || folds.isOpen(section)}
        isComplete={folds.isComplete(section)}
        summary={isFoldable ? summaryOf(section, form.getValues(), nameOf) : ""}
        onToggle={isFoldable ? () => folds.toggle(section.name) : undefined}
        isAside={isAside}
        action={isIdentifiers && isNew && <ScanIdentifiers />}
        note={
          section.name === "device" && (
            <KnownModels onFilled={afterFilling} onUnknown={() => folds.open("device")} />
          )
        }
      >
        {section.fields.map((field) => (
          <SampleField
            key={field.name}
            field={field}
            options={offered}
            taken={taken[field.name]}
            isRejecting={kind.duplicates === "reject"}
            isNew={isNew}
            isReadOnly={readOnly.includes(field.name)}
            mayAddOptions={props.mayAddOptions}
            self={props.self}
          />
        ))}
        {isIdentifiers && <NoImei />}
      </SampleSection>
    );
  };
  const inColumn = sections.filter(({ name }) => name !== "delivery");
  const aside = sections.filter(({ name }) => name === "delivery");
  return (
    <FormProvider {...form}>
      <UnsavedGuard
        isDirty={isDirty}
        {...(isNew && { keptAt: otherForm(kind).path, onDiscard: dropDraft })}
      />
      <div data-scans="next" onKeyDown={(event) => onEnter(event, goTo)}>
        <form
          noValidate
          aria-busy={isSubmitting || undefined}
          onSubmit={submit({ isSeries: false })}
          className="max-w-[1120px]"
        >
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid min-w-0 gap-4">
              {inColumn.map(show)}
              <JustRegistered samples={state.registered} />
            </div>
            <div className="grid min-w-0 gap-4">{aside.map(show)}</div>
          </div>
          <FormActions
            form={form}
            waitingId={transactionId}
            submitRef={saveButton}
            submitLabel={isLoading ? MESSAGES.loading : (isNew ? kind.add : kind.edit).submit}
            submitDisabled={isDone || isLoading}
            className={cn("mt-4 rounded-lg border")}
            secondaryAction={
              isNew && (
                <Button
                  ref={nextButton}
                  variant="outline"
                  disabled={isDone || isLoading}
                  loading={isSubmitting}
                  onClick={() => void submit({ isSeries: true })()}
                >
                  Save and add another
                </Button>
              )
            }
          />
        </form>
      </div>
    </FormProvider>
  );
}
