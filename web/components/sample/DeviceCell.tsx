import { Link } from "@tanstack/react-router";
import { sheetLink } from "@/hooks/useSheet";
import { Marked } from "@/components/data-table/search/Marked";
import { deviceName } from "#domain/samples/deviceName";

type DeviceCellProps = {
  sampleId: string;
  device: { brand: string; model: string; serialNumber: string };
};

/** First column of a list: the device's brand and model over its serial number. */
export function DeviceCell({ sampleId, device }: DeviceCellProps) {
  const { serialNumber } = device;
  const name = deviceName(device);
  return (
    <span className="flex min-w-0 flex-col justify-center gap-0.5 leading-none">
      <span title={name} className="truncate font-medium leading-4">
        <Marked>{name}</Marked>
      </span>
      <Link
        {...sheetLink(sampleId)}
        data-row-link
        title={serialNumber}
        className="max-w-full self-start truncate rounded font-mono text-2xs leading-3 text-muted-foreground underline-offset-4 hover:text-primary hover:underline"
      >
        <Marked>{serialNumber}</Marked>
      </Link>
    </span>
  );
}
