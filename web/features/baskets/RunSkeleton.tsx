import { Skeleton } from "@/components/ui/skeleton";

export function RunSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-20" />
      <Skeleton className="h-64" />
    </div>
  );
}
