import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

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
