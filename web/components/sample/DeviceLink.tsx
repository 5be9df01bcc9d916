import { Link } from "@tanstack/react-router";
import { sheetLink } from "@/hooks/useSheet";
import { cn } from "@/lib/utils";
import { deviceName } from "#domain/samples/deviceName";

type DeviceLinkProps = {
  sample: { _id: string; brand: string; model: string };
  className?: string;
};

/** A device's name that links to its sample. */
export function DeviceLink({ sample, className }: DeviceLinkProps) {
  return (
    <Link
      {...sheetLink(sample._id)}
      className={cn(
        "rounded underline-offset-4 hover:underline relative coarse:-my-3 coarse:inline-block coarse:py-3",
        className,
      )}
    >
      {deviceName(sample)}
    </Link>
  );
}
