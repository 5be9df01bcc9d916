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
