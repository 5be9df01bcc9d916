import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

type MaskedInputProps = Omit<ComponentProps<"input">, "onChange"> & {
  /** Returns the masked form of a text. Texts with the same digits get the same masked form. */
  mask: (text: string) => string;
  onText: (text: string) => void;
};

/** A text field that formats its digits while they are typed, pasted or scanned. */
export function MaskedInput({ mask, onText, ...props }: MaskedInputProps) {
  return (
    <Input
      {...props}
      inputMode="numeric"
      autoComplete="off"
      onChange={({ target }) => {
        const cursor = target.selectionStart ?? target.value.length;
        const digitsBefore = countDigits(target.value.slice(0, cursor));
        const masked = mask(target.value);
        onText(masked);
        // React moves the cursor to the end if the rendered text differs from the typed text.
        queueMicrotask(() => {
          if (document.activeElement !== target) return;
          const at = afterDigits(target.value, digitsBefore);
          target.setSelectionRange(at, at);
        });
      }}
    />
  );
}

function countDigits(text: string): number {
  return text.replace(/\D/g, "").length;
}

/** Position in `text` after its first `count` digits; its end if it has fewer. */
function afterDigits(text: string, count: number): number {
  if (countDigits(text) <= count) return text.length;
  let at = 0;
  while (countDigits(text.slice(0, at)) < count) at++;
  return at;
}
