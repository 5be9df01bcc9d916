import { MapPin } from "lucide-react";
import { useDeferredValue, useEffect, useState, type Ref } from "react";
import type { FieldControl } from "@/components/forms/Field";
import { PositionButton } from "@/components/forms/PositionButton";
import { Suggest } from "@/components/forms/Suggest";
import type { DevicePosition } from "@/lib/places/devicePosition";
import type { Place, PlaceOffer } from "@/lib/places/place";
import { places } from "@/lib/places/places";
import { MESSAGES } from "#domain/common/messages";

export interface AddressPickerProps {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  value: string;
  /** Called while the person types: the text is then no longer a picked place. */
  onType: (text: string) => void;
  onPick: (place: Place) => void;
  /** True if `value` is the address of an earlier picked place, as in an edit form. */
  isPlace?: boolean;
  onBlur: () => void;
  placeholder?: string;
  /** Shown while the places load. */
  loadingText?: string;
}

/** Shorter texts are not searched: they would match too many places. */
const MIN_TYPED = 2;

/**
 * A text field that completes addresses and returns their coordinates (docs/product.md, "Maps and
 * places").
 */
export function AddressPicker({
  value,
  onType,
  onPick,
  isPlace = false,
  placeholder,
  loadingText = MESSAGES.mapsLoading,
  ...field
}: AddressPickerProps) {
  // The initial value is not searched, only what is typed.
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState("");
  const [hasFailed, setHasFailed] = useState(false);
  const isPicked = value !== "" && (value === picked || isPlace);
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

  const takePosition = ({ place }: DevicePosition) => {
    if (place === null) return;
    setPicked(place.address);
    onPick(place);
  };

  return (
    <div className="flex flex-col">
      <Suggest
        {...field}
        {...(placeholder !== undefined && { placeholder })}
        label="Addresses"
        text={value}
        picked={isPicked ? value : null}
        // A picked address needs no suggestions.
        {...(!isPicked && {
          emptyText: emptyText(typed, hasFailed ? "failed" : answer, loadingText),
        })}
        onText={(text) => {
          setHasFailed(false);
          setTyped(text);
          onType(text);
        }}
        suggestions={(isPicked ? [] : offers).map(({ address }) => ({
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
      <PositionButton onPosition={takePosition} />
    </div>
  );
}

/** The suggestions for the text in the field, or the reason why there are none yet. */
type Answer = readonly PlaceOffer[] | "loading" | "searching" | "failed";

function emptyText(typed: string, answer: Answer, loadingText: string): string {
  if (typed.trim().length < MIN_TYPED) return "Start typing a city";
  switch (answer) {
    case "loading":
      return loadingText;
    case "searching":
      return "Searching…";
    case "failed":
      return MESSAGES.mapsFailed;
  }
  return "No place with that name";
}

/**
 * Searches the places that `text` may mean. Answers to earlier texts are dropped; the previous
 * suggestions stay until the newest answer arrives.
 */
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
