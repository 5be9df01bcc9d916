import { useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Field } from "@/components/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { hasFinePointer } from "@/lib/finePointer";
import { MAX_BASKET, splitValues } from "../../../domain/baskets";
import { refusalOf } from "../../../domain/errors";

type AddValuesProps = {
  autoFocus: boolean;
  /** @returns how many found no room */
  onAdd: (values: readonly string[]) => number;
};

/**
 * Adds a pasted text at once, and a typed or scanned one at Enter. A scanner types digits and
 * Enter, or Tab; the field keeps the focus for the next.
 */
export function AddValues({ autoFocus, onAdd }: AddValuesProps) {
  const [text, setText] = useState("");
  const [leftOut, setLeftOut] = useState(0);

  const add = (added: string) => {
    setLeftOut(onAdd(splitValues(added)));
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnd = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
    if (!isEnd || text.trim() === "") return;
    event.preventDefault();
    add(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault(); // an input would lose the line breaks
    add(`${text} ${event.clipboardData.getData("text")}`);
  };
  const tooMany = refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message;
  return (
    <Field
      label="Serial numbers or IMEIs"
      help="Scan one after another, or paste a list: lines, commas, tabs or spaces between them."
      error={leftOut > 0 ? `${tooMany}: ${leftOut} left out` : undefined}
    >
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
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
          <Button variant="outline" disabled={text.trim() === ""} onClick={() => add(text)}>
            Add
          </Button>
        </div>
      )}
    </Field>
  );
}
