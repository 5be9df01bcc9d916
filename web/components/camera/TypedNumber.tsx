import { useState, type KeyboardEvent } from "react";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { isEntryKey } from "@/lib/keys/isEntryKey";

/** Takes a typed number in place of a scan, where there is no camera. */
export function TypedNumber({ onTyped }: { onTyped: (text: string) => void }) {
  const [text, setText] = useState("");
  const number = text.trim();
  const take = () => {
    onTyped(number);
    setText("");
  };
  // Not by a form's submit, which the Enter of a scanned code does not cause.
  const onKeyDown = (event: KeyboardEvent) => {
    if (number === "" || !isEntryKey(event)) return;
    event.preventDefault();
    take();
  };
  return (
    <div className="flex items-end gap-2">
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
            data-scans="code"
            onKeyDown={onKeyDown}
            className="font-mono"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button disabled={number === ""} onClick={take}>
        Use
      </Button>
    </div>
  );
}
