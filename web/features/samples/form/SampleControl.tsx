import type { RefCallBack } from "react-hook-form";
import type { ComponentProps } from "react";
import { AddressPicker } from "@/components/forms/AddressPicker";
import type { FieldControl } from "@/components/forms/Field";
import { ListSuggest } from "@/components/forms/ListSuggest";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { Place } from "@/lib/places/place";
import { cn } from "@/lib/utils";
import { COUNTRIES } from "#domain/common/countries";
import type { SampleInput, StatedField } from "#domain/samples/fields";
import { maskPhone } from "#domain/common/phone";
import type { FieldKind } from "#domain/keys/run";
import type { PickListKind } from "#domain/samples/pickLists";
import { groupImeiDigits } from "#domain/identifiers/imei";
import { typedImei } from "#domain/identifiers/identifierLookup";
import { DateInput } from "./DateInput";
import { Holder, HolderInput } from "./HolderInput";
import { MaskedInput } from "./MaskedInput";
import type { FormField } from "./sections";

const NONE: readonly string[] = [];
/** A scan replaces the field's text. */
const IDENTIFIER = { "data-scans": "identifier" satisfies FieldKind };

type SampleControlProps = {
  field: FormField;
  label: string;
  aria: FieldControl;
  inputRef: RefCallBack;
  value: SampleInput[StatedField];
  onChange: (value: SampleInput[StatedField]) => void;
  onBlur: () => void;
  options: Record<PickListKind, string[]> | undefined;
  isReadOnly: boolean;
  isDisabled: boolean;
  /** E-mail of the person who fills in the form. */
  self: string;
  /** True if the address has coordinates. */
  isPlace: boolean;
  /** Called with the place of a picked address; null while the address is free text. */
  onPlace: (place: Place | null) => void;
};

/** The control for typing or choosing a field's value, by kind of field. */
export function SampleControl({ field, label, aria, value, ...props }: SampleControlProps) {
  const { name, input } = field;
  const { inputRef, onChange, onBlur } = props;
  const text = typeof value === "string" ? value : "";
  const searched = { control: aria, inputRef, label, onBlur };
  const plain = { ...aria, name, ref: inputRef, value: text, onBlur };
  switch (input.kind) {
    case "text":
    case "serial":
      return (
        <Input
          {...plain}
          {...(input.kind === "serial" && IDENTIFIER)}
          autoComplete="off"
          spellCheck={false}
          className={cn(input.kind === "serial" && "font-mono")}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "phone":
      return input.isMasked ? (
        <MaskedInput {...plain} type="tel" mask={maskPhone} onText={onChange} />
      ) : (
        <Input
          {...plain}
          type="tel"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "holder":
      return props.isReadOnly ? (
        <Holder control={aria} inputRef={inputRef} value={text} />
      ) : (
        <HolderInput
          {...searched}
          value={text}
          onChange={onChange}
          {...(name === "lastmanag" && { self: props.self })}
        />
      );
    case "imei":
      return (
        <ImeiInput
          {...plain}
          {...IDENTIFIER}
          className="font-mono"
          disabled={props.isDisabled}
          onText={onChange}
        />
      );
    case "date":
      return (
        <DateInput
          {...aria}
          ref={inputRef}
          name={name}
          initial={typeof value === "number" ? value : undefined}
          onDay={onChange}
          onBlur={onBlur}
        />
      );
    case "comments":
      return <Textarea {...plain} rows={2} onChange={(event) => onChange(event.target.value)} />;
    case "choice":
      return (
        <Select {...plain} onChange={(event) => onChange(event.target.value)}>
          <option value="">Select…</option>
          {props.options?.[input.list].map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      );
    case "suggest":
      return (
        <ListSuggest
          {...searched}
          value={text}
          onChange={onChange}
          values={input.list === "countries" ? COUNTRIES : (props.options?.[input.list] ?? NONE)}
        />
      );
    case "address":
      return (
        <AddressPicker
          control={aria}
          inputRef={inputRef}
          value={text}
          isPlace={props.isPlace}
          placeholder="Search for a place"
          onBlur={onBlur}
          onType={(typed) => {
            onChange(typed);
            props.onPlace(null);
          }}
          onPick={(place) => {
            props.onPlace(place);
            onChange(place.address);
          }}
        />
      );
  }
  return input satisfies never;
}

type ImeiInputProps = Omit<ComponentProps<typeof MaskedInput>, "mask" | "value"> & {
  /** Digits. */
  value: string;
};

/**
 * An IMEI in groups of digits, typed, pasted or scanned. Digits are grouped while typing, not on
 * focus changes: changing the text on focus would lose the selection, and the next scan would be
 * appended instead of replacing it.
 */
function ImeiInput({ value, onText, ...props }: ImeiInputProps) {
  return (
    <MaskedInput
      {...props}
      value={groupImeiDigits(value)}
      mask={(text) => groupImeiDigits(typedImei(text))}
      onText={(grouped) => onText(typedImei(grouped))}
    />
  );
}
