import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

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
