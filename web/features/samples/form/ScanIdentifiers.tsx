import { Link } from "@tanstack/react-router";
import { ScanLine, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { useSayOfScan } from "@/hooks/keys/useScanAnswer";
import { useScanner } from "@/hooks/keys/useScanner";
import { sheetLink } from "@/hooks/useSheet";
import { signalScan } from "@/lib/feedback/signalScan";
import { FIELD_LABELS, type SampleInput } from "#domain/samples/fields";
import { sampleIdOfAddress } from "#domain/samples/sampleAddress";
import { identifyScan } from "#domain/samples/scannedIdentifier";

const CameraDialog = lazy(() => import("@/components/camera/CameraDialog"));

/** Longer than between two keys of any scanner, so that the whole address is in the field, ms. */
const SCAN_PAUSE_MS = 300;
const REGISTERED = "This label is of a sample that is registered already.";

/**
 * Takes what a scanner types outside of the fields, and what the camera sees: serial number, IMEI 1
 * and IMEI 2 fall into their fields. Of a box with several codes, one after the other is picked.
 * The label of a sample falls into none: a note says so, until the form changes, and has a link to
 * the sample.
 */
export function ScanIdentifiers() {
  const { control, getValues, setValue, setFocus, clearErrors, subscribe } =
    useFormContext<SampleInput>();
  const [isOpen, setIsOpen] = useState(false);
  const [labelled, setLabelled] = useState<string | null>(null);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => setLabelled(null) }),
    [subscribe],
  );
  const take = (text: string) => {
    const sampleId = sampleIdOfAddress(text);
    signalScan(sampleId === null ? "success" : "failure");
    if (sampleId !== null) return setLabelled(sampleId);
    const { field, value } = identifyScan(text, getValues());
    setLabelled(null);
    setValue(field, value, { shouldDirty: true });
    clearErrors(field);
  };
  const labelOf = (text: string) =>
    sampleIdOfAddress(text) === null
      ? FIELD_LABELS[identifyScan(text, getValues()).field]
      : "Registered already";
  useScanner(take, { takesMany: true, labelOf });
  useSayOfScan(labelled === null ? "" : REGISTERED);

  // A scanner types into the field that has the focus, and its Enter goes on to the next one.
  const typed = useWatch({ control, name: "serialNumber" });
  const refuse = useEffectEvent((text: string) => {
    setValue("serialNumber", "");
    setFocus("serialNumber");
    take(text);
  });
  useEffect(() => {
    if (sampleIdOfAddress(typed) === null) return;
    const timer = setTimeout(() => refuse(typed), SCAN_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:col-span-2">
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        <ScanLine aria-hidden />
        Scan with the camera
      </Button>
      {labelled !== null && (
        <div role="status" className="flex items-start gap-1.5 text-xs text-warning-foreground">
          <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
          <span>
            {REGISTERED}{" "}
            <Link {...sheetLink(labelled)} className="font-medium underline underline-offset-2">
              See the sample
            </Link>
          </span>
        </div>
      )}
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
