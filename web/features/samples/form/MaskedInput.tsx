import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

type MaskedInputProps = Omit<ComponentProps<"input">, "onChange"> & {
  /** Gives the masked form of any text that has the same digits. */
  mask: (text: string) => string;
  onText: (text: string) => void;
};

/** A text field whose digits take a form while they are typed, pasted or scanned. */
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
        // React puts the cursor at the end when the text is not the one that was typed.
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

/** The position in `text` after its first `count` digits; its end, when it has fewer. */
function afterDigits(text: string, count: number): number {
  if (countDigits(text) <= count) return text.length;
  let at = 0;
  while (countDigits(text.slice(0, at)) < count) at++;
  return at;
}
