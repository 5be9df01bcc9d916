import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { RowsSkeleton } from "./RowsSkeleton";

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
