import { usePaginatedQuery, useQuery } from "convex/react";
import { useEffect, useMemo, useState } from "react";
import { useNameOf } from "@/hooks/data/usePeople";
import { places } from "@/lib/places/places";
import { api } from "../../../../convex/_generated/api";
import { formatDate } from "#domain/common/dates";
import type { Position, RouteStop } from "../view/viewport";
import { staysOf, type Stay } from "./stops";

/** Records per load: the complete history of almost every sample. */
const RECORDS = 100;
/** Maximum number of records read. */
const MAX_RECORDS = 1_000;

export type SampleRoute = {
  readonly serialNumber: string;
  /** Stays with known coordinates, oldest first. */
  readonly stops: readonly RouteStop[];
  /** True if earlier records were not read. */
  readonly isCut: boolean;
};

/**
 * The route of a sample from place to place, live; undefined while loading, null if the sample was
 * deleted or the reader may not see it. History has only the names of places: their coordinates
 * come from the gazetteer, those of the last place from the sample itself.
 */
export function useSampleRoute(sampleId: string): SampleRoute | null | undefined {
  const sample = useQuery(api.samples.get, { sampleId });
  const { results, status, loadMore } = usePaginatedQuery(
    api.history.forSample,
    { sampleId },
    { initialNumItems: RECORDS },
  );
  const isAwaited = status === "LoadingFirstPage";
  const hasMore = status === "CanLoadMore";
  const isCut = hasMore && results.length >= MAX_RECORDS;
  useEffect(() => {
    if (hasMore && !isCut) loadMore(RECORDS);
  }, [hasMore, isCut, loadMore]);
  const stays = useMemo(() => staysOf(results.toReversed()), [results]);
  const positions = usePositions(stays);
  const nameOf = useNameOf(...stays.map(({ holder }) => holder));
  return useMemo(() => {
    if (sample === null) return null;
    if (sample === undefined || isAwaited || positions === null) return undefined;
    const { lat, lng } = sample;
    const now = lat === undefined || lng === undefined ? null : { lat, lng };
    const stops = stays.flatMap((stay, index): Omit<RouteStop, "number">[] => {
      const isLast = index === stays.length - 1;
      const position = (isLast ? now : null) ?? positions[index];
      const { city, country, holder, since } = stay;
      const place = [city, country].filter(Boolean).join(", ");
      const label = `${place}: ${nameOf(holder)}, since ${formatDate(since)}`;
      return position ? [{ lat: position.lat, lng: position.lng, label }] : [];
    });
    return {
      serialNumber: sample.serialNumber,
      stops: stops.map((stop, index) => ({ ...stop, number: index + 1 })),
      isCut,
    };
  }, [sample, isAwaited, stays, positions, nameOf, isCut]);
}

/**
 * Looks up the coordinates of each stay; null until all lookups have finished, and per stay null
 * for an unknown place.
 */
function usePositions(stays: readonly Stay[]): readonly (Position | null)[] | null {
  const [found, setFound] = useState<{
    readonly stays: readonly Stay[];
    readonly positions: readonly (Position | null)[];
  } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const lookUp = async ({ city, country }: Stay): Promise<Position | null> => {
      const [offer] = await places.search([city, country].filter(Boolean).join(", "));
      return (await offer?.place()) ?? null;
    };
    void Promise.all(stays.map((stay) => lookUp(stay).catch(() => null))).then(
      (positions) => isWanted && setFound({ stays, positions }),
    );
    return () => void (isWanted = false);
  }, [stays]);
  return found?.stays === stays ? found.positions : null;
}
