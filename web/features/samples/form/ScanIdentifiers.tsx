import { ScanLine } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { useScanner } from "@/hooks/useScanner";
import { FIELD_LABELS, type SampleInput } from "../../../../domain/fields";
import { identifyScan } from "../../../../domain/scannedIdentifier";

const CameraDialog = lazy(() => import("@/components/camera/CameraDialog"));

/**
 * Takes what a scanner types outside of the fields, and what the camera sees: serial number, IMEI 1
 * and IMEI 2 fall into their fields. Of a box with several codes, one after the other is picked.
 */
export function ScanIdentifiers() {
  const { getValues, setValue, clearErrors } = useFormContext<SampleInput>();
  const [isOpen, setIsOpen] = useState(false);
  const identify = (text: string) => identifyScan(text, getValues());
  const take = (text: string) => {
    const { field, value } = identify(text);
    setValue(field, value, { shouldDirty: true });
    clearErrors(field);
  };
  const labelOf = (text: string) => FIELD_LABELS[identify(text).field];
  useScanner(take, { takesMany: true, labelOf });
  return (
    <div className="sm:col-span-2">
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        <ScanLine aria-hidden />
        Scan with the camera
      </Button>
      {isOpen && (
        <Suspense>
          <CameraDialog
            takesMany
            labelOf={labelOf}
            onScan={take}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
