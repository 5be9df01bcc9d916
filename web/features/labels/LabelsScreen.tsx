import { Download, Printer, Tag } from "lucide-react";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useResolved } from "@/hooks/useResolved";
import { saveFile } from "@/lib/saveFile";
import { sampleAddress } from "#domain/identifiers/sampleAddress";
import { zplLabel } from "#domain/samples/zplLabel";
import { countedSamples } from "#domain/custody/stepTexts";
import { LabelOptions } from "./LabelOptions";
import { LabelPages } from "./LabelPages";
import { formatOf, keepLabelSettings, readLabelSettings } from "./labelSettings";

/**
 * Labels of the samples with these ids, as they will be printed. Ids of samples that the viewer can
 * no longer see are left out.
 */
export function LabelsScreen({ ids }: { ids: readonly string[] }) {
  const [settings, setSettings] = useState(readLabelSettings);
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
  const format = formatOf(settings);
  const saveZpl = () => {
    const labels = samples.map((sample) =>
      zplLabel(sample, sampleAddress(window.location.origin, sample._id), format, settings),
    );
    saveFile("labels.zpl", "application/zpl", `${labels.join("\n")}\n`);
  };
  return (
    <>
      <div className="no-print">
        <PageHeader
          title="Labels"
          description={isLoading ? "Loading…" : countedSamples(samples.length)}
          back="/private"
          actions={
            <>
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
          settings={settings}
          format={format}
          onSettings={(next) => {
            setSettings(next);
            if (next.formatId !== settings.formatId) setSkipped(0);
            keepLabelSettings(next);
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
      {!isLoading && (
        <LabelPages
          samples={samples}
          format={format}
          isLarge={settings.isLarge}
          skipped={skipped}
        />
      )}
    </>
  );
}
