import type { ComponentProps } from "react";
import { groupImeiDigits, IMEI_LENGTH } from "#domain/samples/imei";
import { MaskedInput } from "./MaskedInput";

type ImeiInputProps = Omit<ComponentProps<typeof MaskedInput>, "mask" | "value"> & {
  /** Digits. */
  value: string;
};

/**
 * An IMEI in groups, typed, pasted or scanned. They are there before the field is left: a text that
 * changed with the focus would lose its selection, and with it the next scan.
 */
export function ImeiInput({ value, onText, ...props }: ImeiInputProps) {
  return (
    <MaskedInput
      {...props}
      value={groupImeiDigits(value)}
      mask={(text) => groupImeiDigits(imeiDigits(text))}
      onText={(grouped) => onText(imeiDigits(grouped))}
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
