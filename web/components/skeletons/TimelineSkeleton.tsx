import { Skeleton } from "@/components/ui/skeleton";

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
