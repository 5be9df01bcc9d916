import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

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
