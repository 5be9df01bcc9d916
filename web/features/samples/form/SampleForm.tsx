import { useRef, useId, type KeyboardEvent } from "react";
import { FormProvider, useWatch, useController, useFormContext } from "react-hook-form";
import { FormActions } from "@/components/forms/FormActions";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { Button } from "@/components/ui/button";
import { useMediaQuery } from "@/hooks/useMediaQuery";
import { useNameOf } from "@/hooks/data/usePeople";
import { dropDraft } from "@/lib/sampleDraft";
import { cn } from "@/lib/utils";
import { MESSAGES } from "#domain/common/messages";
import { hasImei2 } from "#domain/identifiers/slots";
import { deviceName } from "#domain/samples/deviceName";
import type { SampleInput } from "#domain/samples/fields";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { otherForm } from "./forms";
import { JustRegistered } from "./JustRegistered";
import { KnownModels } from "./KnownModels";
import { ScanIdentifiers } from "./ScanIdentifiers";
import { SampleField } from "./SampleField";
import { SampleSection } from "./SampleSection";
import type { Section } from "./sections";
import { useSampleForm, type SampleFormOptions } from "./useSampleForm";
import { dayToText } from "./sampleValues";

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

/** Returns a one-line summary of a section: "Samsung Galaxy S24 · Mobile · Dual · 5G". */
function summaryOf(
  section: Section,
  values: SampleInput,
  nameOf: (email: string) => string,
): string {
  const texts = section.fields.map(({ name, input }) => {
    const value = values[name];
    if (name === "brand") return deviceName(values);
    if (name === "model" || name === "country") return ""; // included in the brand or the location
    if (typeof value === "number") return Number.isNaN(value) ? "" : dayToText(value);
    return input.kind === "holder" && value ? nameOf(value) : (value ?? "");
  });
  const said = texts.filter((text) => text.trim() !== "").join(" · ");
  if (said !== "") return said;
  return section.name === "device" && values.noImei !== true
    ? "Filled in from IMEI 1 if known"
    : "Nothing entered yet";
}

/** The elements that Enter steps through: all that take a value from the keyboard. */
const FIELDS =
  "input:not([disabled], [readonly], [tabindex='-1']), select:not([disabled]), textarea";

/**
 * Key handler for the element around a form: on Enter, calls `goTo` with the next field, null after
 * the last one. Barcode scanners end a code with Enter. In comments, Enter starts a new line.
 * Ctrl+Enter submits from anywhere.
 */
function onEnter(
  event: KeyboardEvent<HTMLElement>,
  goTo: (from: HTMLElement, next: HTMLElement | null) => void,
): void {
  const { target } = event;
  if (event.key !== "Enter" || event.defaultPrevented) return;
  const form = target instanceof Element ? target.closest("form") : null;
  if (form === null) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => field.closest("[hidden]") === null,
  );
  goTo(target, fields[fields.indexOf(target) + 1] ?? null);
}

/** Focuses a field and selects its text, so that the next scan replaces it. */
function focusField(field: HTMLElement): void {
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Declares that the device has no IMEI, which clears and locks both IMEI fields. */
function NoImei() {
  const id = useId();
  const { control, setValue, clearErrors } = useFormContext<SampleInput>();
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name: "noImei" });
  return (
    <div className="flex items-center gap-2 sm:col-span-3">
      <Checkbox
        id={id}
        ref={ref}
        aria-describedby={`${id}-help`}
        checked={value ?? false}
        onBlur={onBlur}
        onCheckedChange={(checked) => {
          onChange(checked === true);
          if (checked !== true) return;
          for (const imei of ["imei1", "imei2"] as const) setValue(imei, "", { shouldDirty: true });
          clearErrors(["imei1", "imei2"]);
        }}
      />
      <Label htmlFor={id}>No IMEI</Label>
      <span id={`${id}-help`} className="text-xs text-muted-foreground">
        Wi-Fi tablet, watch or router
      </span>
    </div>
  );
}
