import { useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Suggest } from "@/components/forms/Suggest";
import { PersonOption } from "@/components/sample/PersonOption";
import { usePeopleSearch, type PeopleSearchOptions } from "@/hooks/data/usePeopleSearch";
import { useScanner } from "@/hooks/keys/useScanner";
import { hasFinePointer } from "@/hooks/useMediaQuery";
import { isEntryKey } from "@/lib/keys/isEntryKey";
import { MAX_BASKET, splitValues } from "#domain/baskets/baskets";
import { scannedValue } from "#domain/identifiers/identifierLookup";
import { refusalOf } from "#domain/common/errors";

/** True for a text that may be part of a name: at least two characters, none of them a digit. */
const isName = (text: string) => text.trim().length > 1 && !/\p{Nd}/u.test(text);

type AddValuesProps = {
  autoFocus: boolean;
  /** The people whom the basket can be handed to; null: it is not ready for anyone. */
  recipients: PeopleSearchOptions | null;
  /** Called with the e-mail of the recipient whose name was typed. */
  onRecipient: (email: string) => void;
  /** @returns the number of values for which there was no room */
  onAdd: (values: readonly string[]) => number;
};

/**
 * Adds pasted text immediately, typed text on Enter or Tab, and codes scanned anywhere on the
 * screen; the field keeps the focus for the next one. A name typed there picks the recipient, so
 * that the cursor need not leave it before the last scan.
 */
export function AddValues({ autoFocus, recipients, onRecipient, onAdd }: AddValuesProps) {
  const [text, setText] = useState("");
  const name = isName(text) ? text : "";
  const { people } = usePeopleSearch(name, recipients);
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
      help={
        recipients === null
          ? "Scan one after another, or paste a list separated by lines, commas, tabs or spaces."
          : "Scan or paste more, or type the recipient’s name."
      }
      error={leftOut > 0 ? `${tooMany}: ${leftOut} left out` : undefined}
    >
      {(control) => (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Suggest
              control={control}
              inputRef={null}
              label="Recipient"
              text={text}
              onText={setText}
              suggestions={(name === "" ? [] : people).map((person) => ({
                value: person.email,
                content: <PersonOption {...person} />,
              }))}
              onPick={(email) => {
                setText("");
                onRecipient(email);
              }}
              onBlur={() => undefined}
              picked={null}
              autoFocus={autoFocus && hasFinePointer()}
              plain={{ "data-scans": "code", onKeyDown, onPaste, enterKeyHint: "done" }}
            />
          </div>
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
