import { labelPlace, type LabelFormat } from "#domain/samples/labelFormats";
import type { Labelled } from "#domain/samples/labelLayout";
import { sampleAddress } from "#domain/identifiers/sampleAddress";
import { Label } from "./Label";

type LabelPagesProps = {
  samples: readonly (Labelled & { readonly _id: string })[];
  format: LabelFormat;
  isLarge: boolean;
  /** Labels already used on the first page. */
  skipped: number;
};

/** The pages as they will be printed; the print shows nothing else of the screen. */
export function LabelPages({ samples, format, isLarge, skipped }: LabelPagesProps) {
  const { width, height } = format.page;
  const placed = samples.map((sample, index) => ({
    sample,
    ...labelPlace(format, index, skipped),
  }));
  const pages = Array.from({ length: (placed.at(-1)?.page ?? -1) + 1 }, (_, page) =>
    placed.filter((label) => label.page === page),
  );
  return (
    <div className="flex flex-col items-start gap-4 overflow-x-auto print:absolute print:left-0 print:top-0 print:gap-0 print:overflow-visible">
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      {pages.map((labels, page) => (
        <section
          key={page}
          aria-label={`Page ${page + 1}`}
          className="relative shrink-0 overflow-hidden bg-white shadow-md ring-1 ring-border print:shadow-none print:ring-0 print:[break-after:page] print:last:[break-after:auto]"
          style={{ width: `${width}mm`, height: `${height}mm` }}
        >
          {labels.map(({ sample, left, top }) => (
            <div
              key={sample._id}
              className="absolute outline-dashed outline-1 outline-neutral-300 print:outline-none"
              style={{ left: `${left}mm`, top: `${top}mm` }}
            >
              <Label
                sample={sample}
                address={sampleAddress(window.location.origin, sample._id)}
                format={format}
                isLarge={isLarge}
              />
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
