import { Star } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useWatch } from "@/hooks/useWatch";
import { cn } from "@/lib/utils";

const TITLE = "Each step of this sample comes into your News";

/** A star that is filled while the viewer watches the sample. */
export function WatchButton({ sampleId }: { sampleId: string }) {
  const { isWatched, toggle } = useWatch(sampleId);
  if (isWatched === undefined) return null;
  return (
    <Button variant="outline" aria-pressed={isWatched} title={TITLE} onClick={() => void toggle()}>
      <StarOf isWatched={isWatched} />
      Watch
    </Button>
  );
}

/** The same in a row's menu. */
export function WatchItem({ sampleId }: { sampleId: string }) {
  const { isWatched, toggle } = useWatch(sampleId);
  if (isWatched === undefined) return null;
  return (
    <DropdownMenuItem title={TITLE} onSelect={() => void toggle()}>
      <StarOf isWatched={isWatched} />
      {isWatched ? "Stop watching" : "Watch"}
    </DropdownMenuItem>
  );
}

function StarOf({ isWatched }: { isWatched: boolean }) {
  return <Star aria-hidden className={cn(isWatched && "fill-current text-primary")} />;
}
