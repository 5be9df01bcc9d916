import { MapPin } from "lucide-react";
import { useDeferredValue, useEffect, useState, type Ref } from "react";
import type { FieldControl } from "@/components/Field";
import { Suggest } from "@/components/Suggest";
import { places, type Place } from "@/lib/places";

export interface AddressPickerProps {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  value: string;
  /** Typing: the text alone, which no longer belongs to a place. */
  onType: (text: string) => void;
  onPick: (place: Place) => void;
  onBlur: () => void;
  placeholder?: string;
}

/** A shorter text would offer the whole world. */
const MIN_TYPED = 2;

/** A text field that completes addresses. */
export function AddressPicker({
  value,
  onType,
  onPick,
  placeholder,
  ...field
}: AddressPickerProps) {
  // What is in the field from the start was typed another time: nothing to look up.
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState("");
  const found = usePlaces(typed);

  return (
    <Suggest
      {...field}
      {...(placeholder !== undefined && { placeholder })}
      label="Addresses"
      text={value}
      isPicked={value !== "" && value === picked}
      emptyText={emptyText(typed, found)}
      onText={(text) => {
        setTyped(text);
        onType(text);
      }}
      suggestions={(found ?? []).map(({ address }) => ({
        value: address,
        content: (
          <span className="flex min-h-7 items-center gap-2">
            <MapPin className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <span className="truncate">{address}</span>
          </span>
        ),
      }))}
      onPick={(address) => {
        const place = found?.find((candidate) => candidate.address === address);
        if (!place) return;
        setPicked(address);
        onPick(place);
      }}
    />
  );
}

function emptyText(typed: string, found: readonly Place[] | null): string {
  if (typed.trim().length < MIN_TYPED) return "Begin to type a city";
  return found ? "No place by that name" : "Searching…";
}

/** Places that `text` may mean, or null before there is an answer. The newest question's only. */
function usePlaces(text: string): readonly Place[] | null {
  const wanted = useDeferredValue(text.trim());
  const [found, setFound] = useState<readonly Place[] | null>(null);
  useEffect(() => {
    if (wanted.length < MIN_TYPED) return;
    let isCurrent = true;
    places.search(wanted).then(
      (answer) => isCurrent && setFound(answer),
      // Without the file the field is plain text, and the form says what is missing.
      () => isCurrent && setFound(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return wanted.length < MIN_TYPED ? null : found;
}
