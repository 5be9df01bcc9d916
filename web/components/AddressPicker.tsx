import { MapPin } from "lucide-react";
import { useDeferredValue, useEffect, useState, type Ref } from "react";
import type { FieldControl } from "@/components/Field";
import { Suggest } from "@/components/Suggest";
import type { Place, PlaceOffer } from "@/lib/place";
import { places } from "@/lib/places";
import { MESSAGES } from "../../domain/messages";

export interface AddressPickerProps {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  value: string;
  /** Typing: the text alone, which no longer belongs to a place. */
  onType: (text: string) => void;
  onPick: (place: Place) => void;
  /** The value is that of a place, from before it was shown here. */
  isPlace?: boolean;
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
  isPlace = false,
  placeholder,
  ...field
}: AddressPickerProps) {
  // What is in the field from the start was typed another time: nothing to look up.
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState("");
  const [hasFailed, setHasFailed] = useState(false);
  const answer = useOffers(typed);
  const offers = typeof answer === "string" ? [] : answer;

  const pick = async (address: string) => {
    const offer = offers.find((candidate) => candidate.address === address);
    if (!offer) return;
    try {
      const place = await offer.place();
      setPicked(place.address);
      onPick(place);
    } catch {
      setHasFailed(true);
    }
  };

  return (
    <Suggest
      {...field}
      {...(placeholder !== undefined && { placeholder })}
      label="Addresses"
      text={value}
      isPicked={value !== "" && (value === picked || isPlace)}
      emptyText={emptyText(typed, hasFailed ? "failed" : answer)}
      onText={(text) => {
        setHasFailed(false);
        setTyped(text);
        onType(text);
      }}
      suggestions={offers.map(({ address }) => ({
        value: address,
        content: (
          <span className="flex min-h-7 items-center gap-2">
            <MapPin className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <span className="truncate">{address}</span>
          </span>
        ),
      }))}
      onPick={(address) => void pick(address)}
    />
  );
}

/** What is on offer for the text in the field, or why there is nothing yet. */
type Answer = readonly PlaceOffer[] | "loading" | "searching" | "failed";

function emptyText(typed: string, answer: Answer): string {
  if (typed.trim().length < MIN_TYPED) return "Begin to type a city";
  switch (answer) {
    case "loading":
      return MESSAGES.mapsLoading;
    case "searching":
      return "Searching…";
    case "failed":
      return MESSAGES.mapsFailed;
  }
  return "No place by that name";
}

/** Places that `text` may mean. The newest question's only; while it is open, the last one's stay. */
function useOffers(text: string): Answer {
  const wanted = useDeferredValue(text.trim());
  const [answer, setAnswer] = useState<Answer>("loading");
  useEffect(() => {
    if (wanted.length < MIN_TYPED) return;
    let isCurrent = true;
    const tell = (next: Answer) => isCurrent && setAnswer(next);
    const ask = async () => {
      await places.load();
      setAnswer((last) => (last === "loading" || last === "failed" ? "searching" : last));
      return await places.search(wanted);
    };
    ask().then(tell, () => tell("failed"));
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return wanted.length < MIN_TYPED ? [] : answer;
}
