import { useState, type FormEvent } from "react";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

/** Takes a typed number in place of a scan, where there is no camera. */
export function TypedNumber({ onTyped }: { onTyped: (text: string) => void }) {
  const [text, setText] = useState("");
  const number = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // the dialog may have been opened inside another form
    if (number === "") return;
    onTyped(number);
    setText("");
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label="Serial number or IMEI" className="flex-1">
        {(control) => (
          <Input
            {...control}
            value={text}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            className="font-mono"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={number === ""}>
        Use
      </Button>
    </form>
  );
}
