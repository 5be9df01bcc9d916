import { useRef, useState } from "react";
import { FilterButton } from "@/components/data-table/filters/FilterButton";
import { FilterChips } from "@/components/data-table/filters/FilterChips";
import { TableFiltersContext } from "@/components/data-table/filters/filterContext";
import { FilterMenu } from "@/components/data-table/filters/FilterMenu";
import { SearchBox } from "@/components/data-table/search/SearchBox";
import { PageHeader } from "@/components/pages/PageHeader";
import type { Actor } from "#domain/custody/workflow";
import { MapCard } from "./MapCard";
import type { MapState } from "./mapSearch";
import { useMapSamples } from "./useMapSamples";

/** The most used filters; the menu has all. */
const FILTERS = ["status", "brand", "country", "samplmanag"];

type MapScreenProps = {
  actor: Actor;
  state: MapState;
  onStateChange: (state: MapState) => void;
};

/** The samples on a world map (docs/product.md, "Map"). */
export function MapScreen({ actor, state, onStateChange }: MapScreenProps) {
  const { store, loaded, view, filters, table } = useMapSamples(actor, state, onStateChange);
  const [isFiltering, setFiltering] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  if (loaded.error !== null) throw loaded.error;
  return (
    <TableFiltersContext value={filters}>
      <PageHeader
        title="Map"
        actions={
          <div className="flex w-full items-center gap-2 sm:w-auto sm:flex-wrap">
            <SearchBox inputRef={searchRef} table={table} />
            {FILTERS.map((id) => (
              <FilterButton key={id} columnId={id} />
            ))}
            <FilterMenu isOpen={isFiltering} onOpenChange={setFiltering} />
          </div>
        }
      />
      <div className="mb-3 empty:hidden">
        <FilterChips />
      </div>
      <MapCard
        store={store}
        view={view}
        state={state}
        onStateChange={onStateChange}
        loaded={loaded}
      />
    </TableFiltersContext>
  );
}
