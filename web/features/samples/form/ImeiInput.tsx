import type { ComponentProps } from "react";
import { groupImeiDigits } from "#domain/identifiers/imei";
import { typedImei } from "#domain/identifiers/identifierLookup";
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
      mask={(text) => groupImeiDigits(typedImei(text))}
      onText={(grouped) => onText(typedImei(grouped))}
    />
  );
}
