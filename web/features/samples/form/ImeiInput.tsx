import { useState, type ComponentProps } from "react";
import { groupImei, IMEI_LENGTH } from "../../../../domain/imei";
import { MaskedInput } from "./MaskedInput";

type ImeiInputProps = Omit<ComponentProps<typeof MaskedInput>, "mask" | "value"> & {
  /** Digits. */
  value: string;
};

/** An IMEI: plain digits while it is typed, pasted or scanned, in groups once the field is left. */
export function ImeiInput({ value, onFocus, onBlur, ...props }: ImeiInputProps) {
  const [isFocused, setIsFocused] = useState(false);
  return (
    <MaskedInput
      {...props}
      value={isFocused ? value : groupImei(value)}
      mask={imeiDigits}
      onFocus={(event) => {
        setIsFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setIsFocused(false);
        onBlur?.(event);
      }}
    />
  );
}

/**
 * Takes the digits out of a text, at most 15: pasted IMEIs may be grouped or labelled, and a
 * scanner may send several codes.
 */
function imeiDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, IMEI_LENGTH);
}
