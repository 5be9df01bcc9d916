import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** A mailed code: digits in mono; phones offer it from the mail. */
export function CodeInput(props: ComponentProps<"input">) {
  return (
    <Input
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="font-mono text-base tracking-[0.3em]"
      spellCheck={false}
    />
  );
}
