import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import {
  DetailSkeleton,
  FormSkeleton,
  SampleSummarySkeleton,
  SectionSkeleton,
  TimelineSkeleton,
} from "@/components/skeletons";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { shapeOf, type ScreenShape } from "./screenShapes";

/** A skeleton with the layout of the current route's screen, so that the content does not shift. */
export function ScreenSkeleton() {
  const shape = useMatches({ select: (matches) => shapeOf(matches.at(-1)?.routeId) });
  return (
    <>
      <div className="mb-4 flex h-10 items-center justify-between gap-6 sm:mb-5 sm:h-9">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="h-9 w-28" />
      </div>
      {BODIES[shape]}
    </>
  );
}

const times = (count: number, part: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, index) => part(index));

const timeline = (
  <Card className="p-5">
    <Skeleton className="mb-4 h-5 w-32" />
    <TimelineSkeleton />
  </Card>
);

const BODIES: Record<ScreenShape, ReactNode> = {
  dashboard: (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {times(8, (card) => (
            <Card key={card} className="px-3.5 py-3">
              <Skeleton className="h-4 w-20" />
              <Skeleton className="mt-2 h-8 w-14" />
            </Card>
          ))}
        </div>
        <Skeleton className="h-64 rounded-lg" />
      </div>
      <div className="max-xl:order-first">
        <SectionSkeleton />
      </div>
    </div>
  ),
  table: (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Skeleton className="h-9 w-full sm:ml-auto sm:w-96" />
      <div className="flex-1 overflow-hidden rounded-lg border bg-card max-md:hidden">
        {times(13, (row) => (
          <div key={row} className="flex h-10 items-center gap-8 border-b border-border/60 px-3">
            {times(6, (cell) => (
              <Skeleton key={cell} className="h-3 flex-1" />
            ))}
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-2 md:hidden">
        {times(5, (row) => (
          <Card key={row} className="flex flex-col gap-3 p-3">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/2" />
            <Skeleton className="h-8 w-full" />
          </Card>
        ))}
      </div>
    </div>
  ),
  map: <Skeleton className="h-[46dvh] min-h-64 rounded-lg sm:h-[900px]" />,
  detail: (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <DetailSkeleton />
      {timeline}
    </div>
  ),
  step: (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,760px)_minmax(0,25rem)]">
      <div className="grid gap-4">
        <SampleSummarySkeleton />
        <FormSkeleton />
      </div>
      <div className="max-xl:hidden">{timeline}</div>
    </div>
  ),
  form: <FormSkeleton />,
  basket: (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Card className="grid gap-2 p-4">
        <Skeleton className="h-4 w-44" />
        <Skeleton className="h-9" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </Card>
      <div className="lg:col-start-1">
        <SectionSkeleton />
      </div>
    </div>
  ),
  columns: (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="grid gap-4">
        <SectionSkeleton />
        <SectionSkeleton />
      </div>
      <div className="max-xl:hidden">
        <SectionSkeleton />
      </div>
    </div>
  ),
  cards: (
    <div className="grid gap-4">
      <SectionSkeleton />
      <SectionSkeleton />
    </div>
  ),
  paper: <Skeleton className="h-[60dvh] max-w-3xl" />,
};
