import { Copy, X } from "lucide-react";
import { useContext } from "react";
import { toast } from "sonner";
import { SelectedSteps } from "@/components/basket/SelectedSteps";
import { ShownIdsContext } from "@/components/data-table/selection/selectionContext";
import type { Selection } from "@/components/data-table/selection/useSelection";
import { Button } from "@/components/ui/button";
import { copyText } from "@/lib/clipboard";
import type { Actor } from "../../../../domain/workflow";
import type { Sample } from "./useSampleList";

type SelectionBarProps = {
  selection: Selection<Sample>;
  actor: Actor;
};

/** Shows the number of selected samples and the steps for them; nothing without a selection. */
export function SelectionBar({ selection, actor }: SelectionBarProps) {
  const { ids, rows, clear } = selection;
  const shownIds = useContext(ShownIdsContext);
  if (rows.length === 0) return null;
  const hidden = rows.length - shownIds.filter((id) => ids.has(id)).length;
  const copySerials = async () => {
    await copyText(rows.map(({ serialNumber }) => serialNumber).join("\n"));
    toast.success(`${rows.length} serial numbers copied`);
  };
  return (
    <div
      role="region"
      aria-label="Selected samples"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-primary/40 bg-card px-3 py-2 shadow-lg animate-in fade-in-0 slide-in-from-bottom-2"
    >
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {rows.length} selected
        {hidden > 0 && (
          <span className="font-normal text-muted-foreground"> · {hidden} of them not shown</span>
        )}
      </p>
      {/* On a phone below the count and the cross. */}
      <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full">
        <SelectedSteps samples={rows} actor={actor} onTaken={clear} />
        <Button variant="outline" size="sm" onClick={() => void copySerials()}>
          <Copy aria-hidden />
          <span className="max-xl:sr-only">Copy serial numbers</span>
        </Button>
      </div>
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={clear}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
