import { Code128 } from "@/components/codes/Code128";
import { QrCode } from "@/components/codes/QrCode";
import { deviceName } from "#domain/samples/deviceName";
import type { LabelFormat } from "#domain/samples/labels";

type LabelProps = {
  sample: { brand: string; model: string; serialNumber: string };
  /** Address encoded in the QR code. */
  address: string;
  format: LabelFormat;
};

/** Minimum width for a bar code that scanners can read, mm. */
const WIDE_ENOUGH = 50;

/**
 * One label: a QR code with the address of the sample's page, the device, and the serial number.
 */
export function Label({ sample, address, format: { label } }: LabelProps) {
  const side = Math.min(label.height - 3, label.width * 0.45);
  return (
    <article
      aria-label={sample.serialNumber}
      className="flex items-center overflow-hidden bg-white leading-tight text-black"
      style={{ width: `${label.width}mm`, height: `${label.height}mm`, padding: "1.5mm" }}
    >
      <div className="shrink-0" style={{ width: `${side}mm`, height: `${side}mm` }}>
        <QrCode text={address} className="size-full" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-[1mm] pl-[1mm]">
        <p className="line-clamp-2 text-[7.5pt] font-medium">{deviceName(sample)}</p>
        <p className="font-mono text-[8pt] font-semibold [overflow-wrap:anywhere]">
          {sample.serialNumber}
        </p>
        {label.width >= WIDE_ENOUGH && (
          <Code128 text={sample.serialNumber} className="h-[8mm] w-full" />
        )}
      </div>
    </article>
  );
}
