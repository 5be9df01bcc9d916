import { Code128 } from "@/components/codes/Code128";
import { QrCode } from "@/components/codes/QrCode";
import { cn } from "@/lib/utils";
import { GAP, layoutLabel, LEADING, PADDING, type Labelled } from "#domain/samples/labelLayout";
import type { LabelFormat } from "#domain/samples/labelFormats";

type LabelProps = {
  sample: Labelled;
  /** Address encoded in the QR code. */
  address: string;
  format: LabelFormat;
  isLarge: boolean;
};

/**
 * One label: a QR code with the address of the sample's page, the device, its serial number and
 * IMEI. It keeps its colours where the system forces its own: readers need black on white.
 */
export function Label({ sample, address, format: { label }, isLarge }: LabelProps) {
  const { side, column, texts, barcodeHeight } = layoutLabel(sample, label, isLarge);
  return (
    <article
      aria-label={sample.serialNumber}
      className="flex items-center overflow-hidden bg-white text-black forced-color-adjust-none"
      style={{
        width: `${label.width}mm`,
        height: `${label.height}mm`,
        padding: `${PADDING}mm`,
        gap: `${GAP}mm`,
      }}
    >
      <div className="shrink-0" style={{ width: `${side}mm`, height: `${side}mm` }}>
        <QrCode text={address} className="size-full" />
      </div>
      <div className="flex min-w-0 flex-col" style={{ width: `${column.width}mm` }}>
        {texts.map(({ text, size, lines, isIdentifier }) => (
          <p
            key={text}
            className={cn(
              isIdentifier ? "font-mono font-semibold" : "line-clamp-2 font-medium",
              lines === 1 && isIdentifier ? "whitespace-nowrap" : "[overflow-wrap:anywhere]",
            )}
            style={{
              fontSize: `${size}mm`,
              lineHeight: LEADING,
              maxHeight: `${lines * LEADING}em`,
            }}
          >
            {text}
          </p>
        ))}
        {barcodeHeight !== null && (
          <div style={{ height: `${barcodeHeight}mm`, marginTop: `${GAP}mm` }}>
            <Code128 text={sample.serialNumber} className="size-full" />
          </div>
        )}
      </div>
    </article>
  );
}
