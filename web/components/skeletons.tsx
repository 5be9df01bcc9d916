import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder for samples or records that are loading. */
export function RowsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3 p-4">
      {["w-1/2", "w-2/3", "w-2/5"].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

/** Placeholder in the shape of a titled card with rows. */
export function SectionSkeleton() {
  return (
    <Card>
      <div className="border-b px-4 py-3">
        <Skeleton className="h-5 w-36" />
      </div>
      <RowsSkeleton />
    </Card>
  );
}

/** Placeholder for a form whose values are loading. */
export function FormSkeleton() {
  return (
    <Card aria-busy="true" className="grid w-full max-w-[760px] gap-5 p-5 sm:grid-cols-2">
      {Array.from({ length: 6 }, (_, field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9" />
        </div>
      ))}
    </Card>
  );
}

/** Placeholder in the shape of a sample's summary. */
export function SampleSummarySkeleton() {
  return (
    <Card className="flex w-full max-w-[760px] flex-col gap-4 p-5">
      <Skeleton className="h-5 w-56" />
      <div className="grid gap-4 sm:grid-cols-2">
        {["w-44", "w-40", "w-36", "w-32"].map((width) => (
          <Skeleton key={width} className={`h-8 ${width}`} />
        ))}
      </div>
    </Card>
  );
}

const ENTRIES = Array.from({ length: 12 }, (_, index) => index);

/** Placeholder in the shape of the detail card. */
export function DetailSkeleton() {
  return (
    <Card aria-busy className="flex flex-col gap-6 p-5">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-6 w-64" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {ENTRIES.map((entry) => (
          <div key={entry} className="flex flex-col gap-1.5">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-4 w-36" />
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Placeholder in the shape of a holder with three steps. */
export function TimelineSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-2.5 rounded-full" />
      <div className="flex justify-between">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-16" />
      </div>
      {["w-44", "w-56", "w-40"].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="mt-1 size-[11px] rounded-full" />
          <div className="flex flex-col gap-1.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function RunSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-20" />
      <Skeleton className="h-64" />
    </div>
  );
}
