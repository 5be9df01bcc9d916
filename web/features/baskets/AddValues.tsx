import { useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useScanner } from "@/hooks/keys/useScanner";
import { hasFinePointer } from "@/hooks/useMediaQuery";
import { isEntryKey } from "@/lib/keys/isEntryKey";
import { MAX_BASKET, splitValues } from "#domain/baskets/baskets";
import { scannedValue } from "#domain/identifiers/identifierLookup";
import { refusalOf } from "#domain/common/errors";

type AddValuesProps = {
  autoFocus: boolean;
  /** @returns the number of values for which there was no room */
  onAdd: (values: readonly string[]) => number;
};

/**
 * Adds pasted text immediately, typed text on Enter or Tab, and codes scanned anywhere on the
 * screen; the field keeps the focus for the next one.
 */
export function AddValues({ autoFocus, onAdd }: AddValuesProps) {
  const [text, setText] = useState("");
  const [leftOut, setLeftOut] = useState(0);

  const add = (values: readonly string[]) => {
    setLeftOut(onAdd(values));
    setText("");
  };
  useScanner((code) => add([scannedValue(code)]), { takesMany: true });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEntryKey(event) || text.trim() === "") return;
    event.preventDefault();
    add(splitValues(text));
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault(); // an input would drop the line breaks
    add(splitValues(`${text} ${event.clipboardData.getData("text")}`));
  };
  const tooMany = refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message;
  return (
    <Field
      label="Serial numbers or IMEIs"
      help="Scan one after another, or paste a list separated by lines, commas, tabs or spaces."
      error={leftOut > 0 ? `${tooMany}: ${leftOut} left out` : undefined}
    >
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            data-scans="code"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            autoFocus={autoFocus && hasFinePointer()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            className="font-mono"
          />
          <Button
            variant="outline"
            disabled={text.trim() === ""}
            onClick={() => add(splitValues(text))}
          >
            Add
          </Button>
        </div>
      )}
    </Field>
  );
}
