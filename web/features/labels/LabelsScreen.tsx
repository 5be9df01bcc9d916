import { Download, Printer, Tag } from "lucide-react";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { GoBack } from "@/components/pages/GoBack";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useResolved } from "@/hooks/useResolved";
import { saveFile } from "@/lib/saveFile";
import { LABEL_FORMATS, zplLabel } from "#domain/samples/labels";
import { sampleAddress } from "#domain/identifiers/sampleAddress";
import { countedSamples } from "#domain/custody/stepTexts";
import { LabelOptions } from "./LabelOptions";
import { LabelPages } from "./LabelPages";

/** localStorage key of the last used format. */
const FORMAT_KEY = "sms.labelFormat";

/**
 * Labels of the samples with these ids, as they will be printed. Ids of samples that the viewer can
 * no longer see are left out.
 */
export function LabelsScreen({ ids }: { ids: readonly string[] }) {
  const [formatId, setFormatId] = useState(() => localStorage.getItem(FORMAT_KEY));
  const [skipped, setSkipped] = useState(0);
  const resolved = useResolved(ids);
  const isLoading = ids.some((id) => !resolved.has(id));
  const samples = useMemo(
    () =>
      ids.flatMap((id) => {
        const answer = resolved.get(id);
        return answer?.outcome === "found" ? [answer.sample] : [];
      }),
    [ids, resolved],
  );
  const isReady = !isLoading && samples.length > 0;
  const format = LABEL_FORMATS.find(({ id }) => id === formatId) ?? LABEL_FORMATS[0]!;
  const saveZpl = () => {
    const labels = samples.map((sample) =>
      zplLabel(sample, sampleAddress(window.location.origin, sample._id), format),
    );
    saveFile("labels.zpl", "application/zpl", `${labels.join("\n")}\n`);
  };
  return (
    <>
      <div className="no-print">
        <PageHeader
          title="Labels"
          description={isLoading ? "Loading…" : countedSamples(samples.length)}
          actions={
            <>
              <GoBack to="/private" />
              <Button variant="outline" disabled={!isReady} onClick={saveZpl}>
                <Download aria-hidden />
                ZPL
              </Button>
              <Button disabled={!isReady} onClick={() => window.print()}>
                <Printer aria-hidden />
                Print
              </Button>
            </>
          }
        />
        <LabelOptions
          format={format}
          onFormat={(id) => {
            setFormatId(id);
            setSkipped(0);
            localStorage.setItem(FORMAT_KEY, id);
          }}
          skipped={skipped}
          onSkipped={setSkipped}
        />
      </div>
      {isLoading && <Skeleton className="h-96 w-full max-w-3xl" />}
      {!isLoading && samples.length === 0 && (
        <EmptyState icon={Tag} title="No labels yet">
          Select samples in a list, and choose Labels.
        </EmptyState>
      )}
      {!isLoading && <LabelPages samples={samples} format={format} skipped={skipped} />}
    </>
  );
}
