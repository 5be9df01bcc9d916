import { Braces, FileText, X } from "lucide-react";
import { useExport } from "@/components/export/useExport";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useSamples } from "@/hooks/data/useSamples";
import { rowsOfView } from "@/lib/export/rowsOfView";
import { formatCount } from "#domain/common/formatCount";
import type { TableQuery } from "#domain/tables/tableFilters";
import type { Actor } from "#domain/custody/workflow";

const NO_FILTERS: TableQuery = { search: "", conditions: [] };

/** Downloads the samples that the reader may see, in formats that an import accepts. */
export function SampleDownloads({ actor }: { actor: Actor }) {
  const { store, base } = useSamples("report", actor, "everything");
  const { written, start, cancel } = useExport({
    name: "samples",
    rowsOf: (signal) =>
      rowsOfView(
        { store, testOf: () => () => true },
        { base, query: NO_FILTERS, sort: null },
        signal,
      ),
  });
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold tracking-tight">Download</h2>
        <p role="status" className="text-sm text-muted-foreground">
          {written === null
            ? "All samples you can see, in every status."
            : `${formatCount(written)} rows written`}
        </p>
      </div>
      {written === null ? (
        <>
          <Button variant="outline" onClick={() => start("csv", "samples.csv")}>
            <FileText aria-hidden />
            CSV
          </Button>
          <Button variant="outline" onClick={() => start("json", "file.json")}>
            <Braces aria-hidden />
            JSON
          </Button>
        </>
      ) : (
        <Button variant="outline" onClick={cancel}>
          <X aria-hidden />
          Cancel
        </Button>
      )}
    </Card>
  );
}
