import { useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { Link } from "@tanstack/react-router";
import { Field, type FieldControl } from "@/components/forms/Field";
import type { Place } from "@/lib/places/place";
import { serverNow } from "@/lib/serverClock";
import { cn } from "@/lib/utils";
import { unlikelyYearOf } from "#domain/common/dateTexts";
import { COUNTRIES } from "#domain/common/countries";
import { REFUSALS, refusalOf } from "#domain/common/errors";
import { FIELD_LABELS, type SampleInput } from "#domain/samples/fields";
import { IMEI_LENGTH, isImei, isLuhnValid } from "#domain/identifiers/imei";
import { MESSAGES, notListed, unlikelyYear } from "#domain/common/messages";
import { CELLULAR_FIELDS, mayLackImei } from "#domain/samples/noImei";
import type { PickListKind } from "#domain/samples/pickLists";
import { hasImei2 } from "#domain/identifiers/slots";
import { AddOption } from "./AddOption";
import { SampleControl } from "./SampleControl";
import type { FormField } from "./sections";
import type { TakenIdentifier } from "./useDuplicates";

type SampleFieldProps = {
  field: FormField;
  options: Record<PickListKind, string[]> | undefined;
  taken: TakenIdentifier | undefined;
  /** True for the form that refuses duplicate IMEIs, false for the one that flags them. */
  isRejecting: boolean;
  /** True for a registration, false for an edit. */
  isNew: boolean;
  isReadOnly: boolean;
  mayAddOptions: boolean;
  /** E-mail of the person who fills in the form. */
  self: string;
};

/** One field of the sample form: label, control, error, and a warning about an unusual value. */
export function SampleField({ field, taken, isRejecting, ...props }: SampleFieldProps) {
  const { control, setValue, clearErrors, trigger } = useFormContext<SampleInput>();
  const { field: bound, fieldState } = useController({ control, name: field.name });
  const { name, input } = field;
  const label = FIELD_LABELS[name];
  const latitude = input.kind === "address" ? input.lat : "lat";
  const [slots, imei1, degrees, noImei = false, hwtype] = useWatch({
    control,
    name: ["slots", "imei1", latitude, "noImei", "hwtype"],
  });
  const isLocked = input.kind === "imei" && (noImei || (input.slot === 2 && !hasImei2(slots)));
  const isOptional = field.isOptional ?? (!isLocked && noImei && CELLULAR_FIELDS.has(name));
  const [isBeingTyped, setIsBeingTyped] = useState(false);

  const change = (value: typeof bound.value) => {
    bound.onChange(value);
    setIsBeingTyped(true);
    // An IMEI is validated on blur, not while it is being corrected.
    if (input.kind === "imei") clearErrors(name);
    if (name === "slots" && !hasImei2(String(value))) setValue("imei2", "");
  };
  const leave = () => {
    bound.onBlur();
    setIsBeingTyped(false);
    if (input.kind === "imei" && bound.value !== "") void trigger(name);
  };
  const takePlace = (place: Place | null) => {
    if (input.kind !== "address") return;
    setValue(input.lat, place?.lat);
    setValue(input.lng, place?.lng);
    if (name !== "location") return; // the place of delivery is not where the sample is
    setValue("city", place?.city);
    if (!place?.country) return;
    setValue("country", place.country);
    clearErrors("country");
  };
  const renderControl = (aria: FieldControl) => (
    <SampleControl
      field={field}
      label={label}
      aria={aria}
      inputRef={bound.ref}
      value={bound.value}
      onChange={change}
      onBlur={leave}
      options={props.options}
      isReadOnly={props.isReadOnly}
      isDisabled={isLocked}
      self={props.self}
      isPlace={degrees !== undefined}
      onPlace={takePlace}
    />
  );

  const text = typeof bound.value === "string" ? bound.value : "";
  // The unchanged IMEI of an edited sample is accepted even if it is a duplicate.
  const isRefused = name === "serialNumber" || (isRejecting && (props.isNew || fieldState.isDirty));
  const isFirstImeiAgain = name === "imei2" && isImei(text) && text === imei1;
  const isCheckDigitWrong = input.kind === "imei" && isImei(text) && !isLuhnValid(text);
  const year =
    typeof bound.value === "number" && input.kind === "date"
      ? unlikelyYearOf(bound.value, serverNow())
      : null;
  const note = taken ? (
    <DuplicateNote taken={taken} isRefused={isRefused} />
  ) : (
    isFirstImeiAgain &&
    (isRejecting ? REFUSALS.IMEIS_EQUAL : "Same as IMEI 1. It will be flagged as a duplicate.")
  );
  const isWronglyWithout = name === "imei1" && noImei && hwtype !== "" && !mayLackImei(hwtype);
  const listed = listedValues(field, props.options);
  const isUnlisted =
    !isBeingTyped &&
    text !== "" &&
    listed !== undefined &&
    listed.length > 0 &&
    !listed.includes(text);
  const isBlocking = taken ? isRefused : isFirstImeiAgain && isRejecting;
  const list = input.kind === "choice" || input.kind === "suggest" ? input.list : "countries";
  return (
    <Field
      label={label}
      optional={isOptional}
      help={helpFor(field, text, slots, fieldState.invalid)}
      error={
        (isBlocking && note) ||
        (isWronglyWithout && refusalOf("IMEI_OF_TYPE", { type: hwtype }).message) ||
        fieldState.error?.message
      }
      warning={
        note ||
        (isCheckDigitWrong && MESSAGES.checkDigit) ||
        (isUnlisted && notListed(text)) ||
        (year !== null && unlikelyYear(year))
      }
      className={cn(input.kind === "comments" && "sm:col-span-2 xl:col-span-full")}
    >
      {(aria) =>
        props.mayAddOptions && list !== "countries" ? (
          <div className="flex gap-2 [&>:first-child]:min-w-0 [&>:first-child]:flex-1">
            {renderControl(aria)}
            <AddOption list={list} onAdded={change} />
          </div>
        ) : (
          renderControl(aria)
        )
      }
    </Field>
  );
}

/** Values of an optional field's pick list; undefined while loading. */
function listedValues({ input }: FormField, options: SampleFieldProps["options"]) {
  if (input.kind !== "suggest") return undefined;
  return input.list === "countries" ? COUNTRIES : options?.[input.list];
}

function helpFor(
  { input, help }: FormField,
  text: string,
  slots: string,
  isInvalid: boolean,
): string | undefined {
  if (input.kind !== "imei") return help;
  if (input.slot === 2 && !hasImei2(slots)) return "A single-slot device has no IMEI 2.";
  if (input.slot === 2 && isInvalid && text === "" && slots === "") {
    return "Only one SIM? Set SIM slots to Single.";
  }
  const isPart = text.length > 0 && text.length !== IMEI_LENGTH;
  return isPart ? `${text.length} of ${IMEI_LENGTH} digits` : help;
}

/**
 * Warns that another sample has the same identifier, with a link to it for viewers who have access.
 */
function DuplicateNote({ taken, isRefused }: { taken: TakenIdentifier; isRefused: boolean }) {
  return (
    <span>
      {taken.message}
      {isRefused ? ", so this cannot be saved. " : ". It will be flagged as a duplicate. "}
      {taken.sampleId !== null && (
        <Link
          to="/private/viewfs/$id"
          params={{ id: taken.sampleId }}
          target="_blank"
          className="font-medium underline underline-offset-2"
        >
          See the sample
        </Link>
      )}
    </span>
  );
}
