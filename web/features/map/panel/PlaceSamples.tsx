import { Link } from "@tanstack/react-router";
import { ArrowLeft, Sheet } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { withFilter } from "@/components/data-table/filters/filterState";
import type { TableState } from "@/components/data-table/tableState";
import { Person } from "@/components/sample/Person";
import { StatusChip } from "@/components/StatusChip";
import { Button } from "@/components/ui/button";
import { sheetLink } from "@/hooks/useSheet";
import type { MapStore, TableView } from "@/lib/tables/rowStore";
import { countedSamples } from "#domain/custody/stepTexts";
import type { SampleRow } from "#domain/samples/compactRows";
import { deviceName } from "#domain/samples/deviceName";
import type { Condition } from "#domain/tables/tableFilters";
import type { MapState } from "../mapSearch";
import { useLiveAnswer } from "../useLiveAnswer";
import type { Position } from "../view/viewport";
import { placeName } from "./PlacesList";

const PAGE = 50;

type PlaceSamplesProps = {
  place: Position;
  store: MapStore<SampleRow>;
  view: TableView;
  version: number;
  state: MapState;
  onClose: () => void;
};

/** The samples at one place, live, each linked to its sheet. */
export function PlaceSamples({ place, store, view, version, state, onClose }: PlaceSamplesProps) {
  const { lat, lng } = place;
  const [count, setCount] = useState(PAGE);
  const here = useMemo((): TableView => {
    return { ...view, base: [...view.base, isExactly("lat", lat), isExactly("lng", lng)] };
  }, [view, lat, lng]);
  const answer = useLiveAnswer(
    useCallback(
      (signal) => store.ask({ kind: "window", view: here, from: 0, before: count }, signal),
      [store, here, count],
    ),
    version,
  );
  const [first] = answer?.rows ?? [];
  const named = first && (first.city || first.country);
  const total = answer?.total ?? 0;
  return (
    <>
      <header className="z-10 flex flex-col gap-1 rounded-t-lg border-b bg-card p-3 sm:sticky sm:top-0">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-1 self-start px-2 coarse:-my-2"
          onClick={onClose}
        >
          <ArrowLeft aria-hidden />
          All places
        </Button>
        <h2 className="px-1 text-base font-semibold">
          {first ? placeName({ ...place, samples: [first] }) : "No samples here"}
        </h2>
        {first && (
          <p className="flex flex-wrap items-center justify-between gap-x-3 px-1 text-muted-foreground">
            {countedSamples(total)}
            {named && (
              <Link
                to="/private/reportfs"
                search={reportSearch(state, first)}
                className="inline-flex items-center gap-1.5 rounded font-medium text-primary underline-offset-4 hover:underline coarse:-my-3 coarse:min-h-11"
              >
                <Sheet aria-hidden className="size-3.5" />
                {named} in the report
              </Link>
            )}
          </p>
        )}
      </header>
      {answer !== null && total === 0 && (
        <p className="p-4 text-muted-foreground">They have moved on, or your filters hide them.</p>
      )}
      <ul aria-label="Samples here" className="flex flex-col p-1.5">
        {answer?.rows.map((sample) => (
          <li key={sample._id} className="relative rounded-md px-2 py-2 hover:bg-accent">
            <span className="flex items-center justify-between gap-2">
              <Link
                {...sheetLink(sample._id)}
                className="min-w-0 truncate rounded font-medium after:absolute after:inset-0 after:rounded-md"
              >
                {deviceName(sample)}
              </Link>
              <StatusChip status={sample.status} className="shrink-0" />
            </span>
            <span className="mt-1 flex items-center justify-between gap-2 text-xs text-muted-foreground">
              <span className="font-mono">{sample.serialNumber}</span>
              <Person email={sample.samplmanag} />
            </span>
          </li>
        ))}
      </ul>
      {answer !== null && answer.rows.length < total && (
        <Button
          variant="outline"
          size="sm"
          className="mx-3 mb-3 shrink-0"
          onClick={() => setCount(count + PAGE)}
        >
          Show more
        </Button>
      )}
    </>
  );
}

const isExactly = (field: "lat" | "lng", degrees: number): Condition => ({
  kind: "select",
  field,
  anyOf: [String(degrees)],
});

/** The report with the map's search and filters, restricted to a sample's city. */
function reportSearch({ q, filter }: MapState, { city, country }: SampleRow) {
  const named = Object.entries({ country, city }).filter(([, name]) => name !== "");
  return named.reduce<TableState>(
    (state, [id, name]) => withFilter(state, id, { kind: "select", anyOf: [name] }),
    { q, filter },
  );
}
