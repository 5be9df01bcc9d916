import type { ComponentProps } from "react";
import { groupImeiDigits } from "#domain/identifiers/imei";
import { typedImei } from "#domain/identifiers/identifierLookup";
import { MaskedInput } from "./MaskedInput";

type ImeiInputProps = Omit<ComponentProps<typeof MaskedInput>, "mask" | "value"> & {
  /** Digits. */
  value: string;
};

/**
 * An IMEI in groups of digits, typed, pasted or scanned. Digits are grouped while typing, not on
 * focus changes: changing the text on focus would lose the selection, and the next scan would be
 * appended instead of replacing it.
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
