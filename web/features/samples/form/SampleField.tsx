import { useController, useFormContext, useWatch } from "react-hook-form";
import { AddressPicker } from "@/components/AddressPicker";
import { Field, type FieldControl } from "@/components/Field";
import { Suggest } from "@/components/Suggest";
import { fieldClasses, Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { cn } from "@/lib/utils";
import { COUNTRIES } from "../../../../domain/countries";
import { FIELD_LABELS, type SampleInput } from "../../../../domain/fields";
import { IMEI_LENGTH, isImei, isLuhnValid } from "../../../../domain/imei";
import { MESSAGES } from "../../../../domain/messages";
import type { PickListKind } from "../../../../domain/pickLists";
import { hasImei2 } from "../../../../domain/slots";
import { DuplicateNote } from "./DuplicateNote";
import { dateToText, textToDate } from "./sampleValues";
import type { FormField } from "./sections";
import type { TakenIdentifier } from "./useDuplicates";

/** More would only be scrolled past: typing narrows the list. */
const MAX_SUGGESTIONS = 40;

type SampleFieldProps = {
  field: FormField;
  options: Record<PickListKind, string[]> | undefined;
  taken: TakenIdentifier | undefined;
  isReadOnly: boolean;
};

/** One field of the sample form: its label, its control by kind, and what is odd about its value. */
export function SampleField({ field, options, taken, isReadOnly }: SampleFieldProps) {
  const { control, setValue } = useFormContext<SampleInput>();
  const { field: bound, fieldState } = useController({ control, name: field.name });
  const { name, input } = field;
  const text = typeof bound.value === "string" ? bound.value : "";
  const [slots, imei1] = useWatch({ control, name: ["slots", "imei1"] });
  const isFirstImeiAgain = name === "imei2" && isImei(text) && text === imei1;

  const plain = (aria: FieldControl) => ({
    ...aria,
    name,
    ref: bound.ref,
    value: text,
    onBlur: bound.onBlur,
  });
  const renderControl = (aria: FieldControl) => {
    switch (input.kind) {
      case "text":
      case "serial":
      case "phone":
        return (
          <Input
            {...plain(aria)}
            type={input.kind === "phone" ? "tel" : "text"}
            autoComplete="off"
            spellCheck={false}
            className={cn(input.kind === "serial" && "font-mono")}
            onChange={(event) => bound.onChange(event.target.value)}
          />
        );
      case "holder":
        return (
          <Input
            {...plain(aria)}
            type="email"
            readOnly={isReadOnly}
            autoComplete="off"
            onChange={(event) => bound.onChange(event.target.value)}
          />
        );
      case "imei":
        return (
          <Input
            {...plain(aria)}
            inputMode="numeric"
            autoComplete="off"
            className="font-mono"
            disabled={input.slot === 2 && !hasImei2(slots)}
            // Grouped or labelled digits may be pasted; a scanner may send more than one code.
            onChange={(event) =>
              bound.onChange(event.target.value.replace(/\D/g, "").slice(0, IMEI_LENGTH))
            }
          />
        );
      case "date":
        return (
          <Input
            {...plain(aria)}
            type="date"
            value={dateToText(typeof bound.value === "number" ? bound.value : undefined)}
            onChange={(event) => bound.onChange(textToDate(event.target.value))}
          />
        );
      case "comments":
        return (
          <Textarea
            {...plain(aria)}
            rows={3}
            onChange={(event) => bound.onChange(event.target.value)}
          />
        );
      case "choice":
        return (
          <select
            {...plain(aria)}
            // Browsers count every select as read-only.
            className={cn(fieldClasses, "h-10 read-only:bg-card sm:h-9")}
            onChange={(event) => {
              bound.onChange(event.target.value);
              if (name === "slots" && !hasImei2(event.target.value)) setValue("imei2", "");
            }}
          >
            <option value="">Select…</option>
            {options?.[input.list].map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        );
      case "suggest": {
        const all = input.list === "countries" ? COUNTRIES : (options?.[input.list] ?? []);
        return (
          <Suggest
            control={aria}
            inputRef={bound.ref}
            label={FIELD_LABELS[name]}
            text={text}
            onText={bound.onChange}
            onPick={bound.onChange}
            onBlur={bound.onBlur}
            isPicked={all.includes(text)}
            suggestions={startingWith(text, all).map((value) => ({ value }))}
          />
        );
      }
      case "address":
        return (
          <AddressPicker
            control={aria}
            inputRef={bound.ref}
            value={text}
            onBlur={bound.onBlur}
            onType={(typed) => {
              bound.onChange(typed);
              setValue(input.lat, undefined);
              setValue(input.lng, undefined);
            }}
            onPick={({ address, lat, lng }) => {
              bound.onChange(address);
              setValue(input.lat, lat);
              setValue(input.lng, lng);
            }}
          />
        );
    }
    return input satisfies never;
  };

  const isCheckDigitWrong = input.kind === "imei" && isImei(text) && !isLuhnValid(text);
  return (
    <Field
      label={FIELD_LABELS[name]}
      help={helpFor(field, text, slots)}
      error={fieldState.error?.message}
      warning={
        taken ? (
          <DuplicateNote taken={taken} isSerial={name === "serialNumber"} />
        ) : isFirstImeiAgain ? (
          "The same as IMEI 1. It is saved with a duplicate flag."
        ) : (
          isCheckDigitWrong && MESSAGES.checkDigit
        )
      }
      className={cn(input.kind === "comments" && "sm:col-span-2")}
    >
      {renderControl}
    </Field>
  );
}

/** Values that begin with the text first, then those that contain it. */
function startingWith(text: string, values: readonly string[]): string[] {
  const typed = text.trim().toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(typed));
  const rank = (value: string) => Number(!value.toLowerCase().startsWith(typed));
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_SUGGESTIONS);
}

function helpFor({ input, help }: FormField, text: string, slots: string): string | undefined {
  if (input.kind !== "imei") return help;
  if (input.slot === 2 && !hasImei2(slots)) return "A single-slot device has no IMEI 2.";
  return text.length === 0 || text.length === IMEI_LENGTH
    ? `${IMEI_LENGTH} digits`
    : `${text.length} of ${IMEI_LENGTH} digits`;
}
