import { ChevronRight } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import type { MapCluster } from "@/lib/map/mapAnswers";
import type { MapStore, TableView } from "@/lib/tables/rowStore";
import { formatCount } from "#domain/common/formatCount";
import type { SampleRow } from "#domain/samples/compactRows";
import { STATUS_STYLES } from "@/components/StatusChip";
import { STATUSES, type StatusCounts } from "#domain/custody/statuses";
import { useLiveAnswer } from "../useLiveAnswer";
import type { Position } from "../view/viewport";

const PAGE = 50;

type PlacesListProps = {
  store: MapStore<SampleRow>;
  view: TableView;
  version: number;
  onOpen: (place: MapCluster) => void;
};

/**
 * The places with samples, those with the most first: the keyboard-accessible equivalent of the
 * map.
 */
export function PlacesList({ store, view, version, onOpen }: PlacesListProps) {
  const [count, setCount] = useState(PAGE);
  const answer = useLiveAnswer(
    useCallback(
      (signal) => store.ask({ kind: "places", view, from: 0, before: count }, signal),
      [store, view, count],
    ),
    version,
  );
  if (answer === null) return null;
  const { places, total } = answer;
  return (
    <>
      <ol aria-label="Places" className="flex flex-col p-1.5">
        {places.map((place) => (
          <li key={`${place.lat},${place.lng}`}>
            <button
              type="button"
              onClick={() => onOpen(place)}
              className="flex min-h-11 w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-accent focus-visible:ring-inset focus-visible:ring-offset-0"
            >
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-medium">{placeName(place)}</span>
                  <span className="tabular-nums text-muted-foreground">
                    {formatCount(place.total)}
                  </span>
                </span>
                <StatusBar counts={place.counts} total={place.total} />
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            </button>
          </li>
        ))}
      </ol>
      {places.length < total && (
        <Button
          variant="outline"
          size="sm"
          className="mx-3 mb-3 shrink-0"
          onClick={() => setCount(count + PAGE)}
        >
          Show more of {formatCount(total)} places
        </Button>
      )}
    </>
  );
}

type Place = Position & { readonly samples: readonly Pick<SampleRow, "city" | "country">[] };

/**
 * City and country of a place's first sample: `Lisbon, Portugal`; the coordinates if it has
 * neither.
 */
export function placeName({ samples, lat, lng }: Place): string {
  const [first] = samples;
  const names = [first?.city, first?.country].filter(Boolean);
  return names.length > 0 ? names.join(", ") : `${lat.toFixed(3)}, ${lng.toFixed(3)}`;
}

/** The shares of the statuses as a thin bar, with a text alternative for screen readers. */
function StatusBar({ counts, total }: { counts: StatusCounts; total: number }) {
  const shown = STATUSES.filter((status) => counts[status] > 0);
  return (
    <span className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full">
      {shown.map((status) => (
        <span
          key={status}
          title={`${status}: ${counts[status]}`}
          className={STATUS_STYLES[status].dot}
          style={{ width: `${(100 * counts[status]) / total}%` }}
        >
          <span className="sr-only">{`${counts[status]} ${status} `}</span>
        </span>
      ))}
    </span>
  );
}
