import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent, type Ref } from "react";
import { MapPin } from "lucide-react";
import type { FieldControl } from "@/components/Field";
import { Input } from "@/components/ui/input";
import { places, type Place } from "@/lib/places";
import { cn } from "@/lib/utils";

export interface AddressPickerProps {
  control: FieldControl;
  name?: string;
  value: string;
  /** Typing: the text alone, which no longer belongs to a place. */
  onType: (text: string) => void;
  onPick: (place: Place) => void;
  onBlur?: () => void;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
  autoComplete?: string;
}

/** A shorter text would offer the whole world. */
const MIN_TYPED = 2;

/** A text field that completes addresses. Arrows move, Enter picks, Escape closes. */
export function AddressPicker({
  control,
  name,
  value,
  onType,
  onPick,
  onBlur,
  placeholder,
  inputRef,
  autoComplete = "off",
}: AddressPickerProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const suggestions = useSuggestions(isOpen ? value : "");
  const isShown = isOpen && suggestions.length > 0;

  const pick = (place: Place) => {
    setOpen(false);
    onPick(place);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShown) return;
    const picked = suggestions[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + suggestions.length) % suggestions.length);
    } else if (event.key === "Enter" && picked) {
      event.preventDefault();
      pick(picked);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div className="relative">
      <Input
        {...control}
        ref={inputRef}
        name={name}
        value={value}
        placeholder={placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown ? `${listId}-${active}` : undefined}
        autoComplete={autoComplete}
        onChange={(event) => {
          onType(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
      />
      {isShown && (
        <ul
          id={listId}
          role="listbox"
          aria-label="Addresses"
          className="absolute inset-x-0 top-full z-40 mt-1 max-h-72 overflow-y-auto rounded-lg border bg-popover p-1 text-popover-foreground shadow-lg"
        >
          {suggestions.map((place, index) => (
            <li
              key={`${place.address} ${place.lat} ${place.lng}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={cn(
                "flex min-h-10 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm sm:min-h-9",
                index === active && "bg-accent text-accent-foreground",
              )}
              onPointerMove={() => setActive(index)}
              // Before the field's blur would close the list.
              onPointerDown={(event) => {
                event.preventDefault();
                pick(place);
              }}
            >
              <MapPin className="size-4 shrink-0 text-muted-foreground" aria-hidden />
              <span className="truncate">{place.address}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Places for `text`, the newest question's answer only. */
function useSuggestions(text: string): readonly Place[] {
  const wanted = useDeferredValue(text.trim());
  const [answer, setAnswer] = useState<{ text: string; found: readonly Place[] }>({
    text: "",
    found: [],
  });
  useEffect(() => {
    if (wanted.length < MIN_TYPED) return;
    let isCurrent = true;
    places.search(wanted).then(
      (found) => isCurrent && setAnswer({ text: wanted, found }),
      // Without the file the field is plain text, and the form says what is missing.
      () => isCurrent && setAnswer({ text: wanted, found: [] }),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return wanted.length < MIN_TYPED ? [] : answer.found;
}
