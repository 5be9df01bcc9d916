import { useNavigate } from "@tanstack/react-router";
import { Copy, Tag, X } from "lucide-react";
import { toast } from "sonner";
import { SelectedSteps } from "@/components/baskets/SelectedSteps";
import type { LiveTable } from "@/components/data-table/liveTable";
import { useSelectedRows } from "@/components/data-table/selection/useSelectedRows";
import { Button } from "@/components/ui/button";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { copyAndTell } from "@/lib/clipboard";
import { formatCount } from "#domain/common/formatCount";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import { MAX_BASKET } from "#domain/baskets/baskets";
import { refusalOf } from "#domain/common/errors";
import { countedSamples } from "#domain/custody/stepTexts";
import type { Actor } from "#domain/custody/workflow";

type SelectionBarProps = { table: LiveTable<Sample>; actor: Actor };

/** Shows the number of selected samples and the steps for them; nothing without a selection. */
export function SelectionBar({ table, actor }: SelectionBarProps) {
  const rows = useSelectedRows(table, MAX_BASKET);
  const navigate = useNavigate();
  const { selection, store } = table;
  if (selection === null || selection.ids.size === 0) return null;
  const { ids, clear } = selection;
  const copySerials = async () => {
    const selected = await store.ask({ kind: "rowsOf", ids: [...ids] });
    const serials = selected.rows.map(({ serialNumber }) => serialNumber);
    const done = `${formatCount(serials.length)} serial numbers copied`;
    await copyAndTell(serials.join("\n"), done);
  };
  const printLabels = () => {
    if (ids.size > MAX_BASKET) {
      return void toast.error(refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message);
    }
    void navigate({ to: "/private/labels", state: { ...OPENED_HERE, labelled: [...ids] } });
  };
  return (
    <div
      role="region"
      aria-label="Selected samples"
      data-action-bar
      className="z-20 flex flex-wrap items-center gap-2 rounded-lg border border-primary/40 bg-card py-2 pl-3 pr-2 shadow-lg animate-in fade-in-0 slide-in-from-bottom-2 max-md:sticky max-md:bottom-[calc(var(--bottom-bar)+0.5rem)]"
    >
      <p
        role="status"
        title={countedSamples(ids.size)}
        className="mr-auto whitespace-nowrap text-sm font-medium tabular-nums"
      >
        {formatCount(ids.size)} selected
      </p>
      <SelectedSteps
        samples={rows}
        actor={actor}
        onTaken={clear}
        others={[
          { label: "Labels", icon: Tag, run: printLabels },
          { label: "Copy serial numbers", icon: Copy, run: () => void copySerials() },
        ]}
      />
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={clear}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
