import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** Input for a code of digits, in a monospaced font; phones suggest the code that they received. */
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
