import { Wordmark } from "@/components/Wordmark";
import { Skeleton } from "@/components/ui/skeleton";
import { ConnectionBar } from "@/components/ConnectionBar";
import { OutOfReach } from "./OutOfReach";

/** The shell's shape, while the session is being checked. */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh" aria-busy="true">
      <span className="sr-only" role="status">
        Loading…
      </span>
      <div className="hidden w-60 shrink-0 bg-sidebar p-4 text-sidebar-foreground lg:block">
        <Wordmark />
        <div className="mt-8 flex flex-col gap-4">
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className="h-4 w-36 bg-sidebar-foreground/15" />
          ))}
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <div className="h-14 border-b bg-card" />
        <main className="flex flex-col gap-5 p-4 sm:p-6">
          <OutOfReach>
            <Skeleton className="h-7 w-48" />
            <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
              {Array.from({ length: 8 }, (_, index) => (
                <Skeleton key={index} className="h-24" />
              ))}
            </div>
          </OutOfReach>
        </main>
      </div>
    </div>
  );
}
