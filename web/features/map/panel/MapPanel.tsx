import { ListTree, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useMediaQuery } from "@/hooks/useMediaQuery";
import type { MapCluster } from "@/lib/map/mapAnswers";
import type { MapStore, TableView } from "@/lib/tables/rowStore";
import { formatCount } from "#domain/common/formatCount";
import { countedSamples } from "#domain/custody/stepTexts";
import type { SampleRow } from "#domain/samples/compactRows";
import type { MapState } from "../mapSearch";
import type { Position, RouteStop } from "../view/viewport";
import { RoutePanel } from "../route/RoutePanel";
import { PlaceSamples } from "./PlaceSamples";
import { PlacesList } from "./PlacesList";

type MapPanelProps = {
  store: MapStore<SampleRow>;
  view: TableView;
  version: number;
  state: MapState;
  /** Number of samples on the map, and of all matching ones. */
  located: number;
  total: number;
  /** The place whose samples are listed; null: all places are listed. */
  open: Position | null;
  onOpen: (place: MapCluster) => void;
  onClose: () => void;
  onRoute: (stops: readonly RouteStop[]) => void;
  onRouteClosed: () => void;
};

/**
 * Windows wide enough for the list to cover part of the map, and phones, on which it is below the
 * map.
 */
const HAS_ROOM = "(min-width: 1280px), (max-width: 639px)";

/** Lists the map's places, or the samples of one place. Below the map on a phone. */
export function MapPanel({
  located,
  total,
  open,
  onOpen,
  onClose,
  onRoute,
  onRouteClosed,
  ...source
}: MapPanelProps) {
  const { way } = source.state;
  const panel = useSightOf(open);
  const hasRoom = useMediaQuery(HAS_ROOM);
  const [isFolded = !hasRoom, setFolded] = useState<boolean>();
  if (isFolded && open === null && way === undefined) {
    return (
      <Button
        variant="outline"
        className="no-print absolute right-3 top-3 z-10 max-sm:hidden"
        onClick={() => setFolded(false)}
      >
        <ListTree aria-hidden />
        Places
      </Button>
    );
  }
  return (
    <section
      ref={panel}
      aria-label="What the map shows"
      className="z-10 mt-3 flex flex-col rounded-lg border bg-card text-sm sm:absolute sm:right-3 sm:top-3 sm:mt-0 sm:max-h-[calc(100%-1.5rem)] sm:w-80 sm:overflow-y-auto sm:overscroll-contain sm:shadow-lg print:static print:mt-3 print:max-h-none print:w-auto print:shadow-none"
    >
      {way !== undefined && (
        <RoutePanel key={way} sampleId={way} onStops={onRoute} onClose={onRouteClosed} />
      )}
      {open === null ? (
        <>
          <header className="z-10 flex items-start justify-between gap-2 rounded-t-lg border-b bg-card p-3 sm:sticky sm:top-0">
            <div>
              <h2 className="text-base font-semibold">Places</h2>
              <Summary located={located} total={total} />
            </div>
            <Button
              variant="ghost"
              size="icon-sm"
              className="no-print max-sm:hidden"
              aria-label="Hide the places"
              onClick={() => setFolded(true)}
            >
              <X aria-hidden />
            </Button>
          </header>
          <PlacesList {...source} onOpen={onOpen} />
        </>
      ) : (
        <PlaceSamples {...source} place={open} onClose={onClose} />
      )}
    </section>
  );
}

/**
 * When another place is opened, scrolls the map, which precedes the returned ref's element, into
 * view. On a phone, the map's scroll margin also brings the first samples below it into view.
 */
function useSightOf(open: Position | null) {
  const ref = useRef<HTMLElement>(null);
  const shown = useRef(open);
  useEffect(() => {
    if (open !== null && open !== shown.current)
      ref.current?.previousElementSibling?.scrollIntoView({ block: "nearest" });
    shown.current = open;
  }, [open]);
  return ref;
}

function Summary({ located, total }: { located: number; total: number }) {
  const nowhere = total - located;
  return (
    <p role="status" className="text-muted-foreground">
      {countedSamples(located)}
      {nowhere > 0 && `, ${formatCount(nowhere)} more without coordinates`}
    </p>
  );
}
