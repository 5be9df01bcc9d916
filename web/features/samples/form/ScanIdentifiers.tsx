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
import { keysOf } from "#domain/common/objects";
import { sampleIdOfAddress } from "#domain/identifiers/sampleAddress";
import { placeIdentifiers } from "#domain/identifiers/identifierLookup";
import { readIdentifiers } from "#domain/identifiers/readIdentifiers";

const CameraDialog = lazy(() => import("@/components/camera/CameraDialog"));

/**
 * Time after which a scanner has typed the whole code, ms: longer than its pause between two keys.
 */
const SCAN_PAUSE_MS = 300;
/**
 * A note about a scan: why it filled no field, or what was changed. `sampleId`: set for a label.
 */
type Note = { readonly text: string; readonly sampleId: string | null };

const REGISTERED = "This label belongs to a registered sample.";

/**
 * Assigns codes scanned outside of a field, or by the camera, to the next empty identifier: serial
 * number, IMEI 1, IMEI 2. If a box has several codes, the person picks one after the other. Other
 * codes on a box, and labels of samples, fill no field: a note explains why until the form changes,
 * with a link to the labelled sample.
 */
export function ScanIdentifiers() {
  const { control, getValues, setValue, setFocus, clearErrors, subscribe } =
    useFormContext<SampleInput>();
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState<Note | null>(null);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => setNote(null) }),
    [subscribe],
  );
  const take = (text: string) => {
    const sampleId = sampleIdOfAddress(text);
    const { fields, refused, note: changed } = placeIdentifiers(text, getValues());
    const refusal = sampleId === null ? refused : REGISTERED;
    signalScan(refusal === null ? "success" : "failure");
    if (refusal !== null) return setNote({ text: refusal, sampleId });
    for (const field of keysOf(fields)) {
      setValue(field, fields[field] ?? "", { shouldDirty: true });
      clearErrors(field);
      if (field !== "serialNumber") setValue("noImei", false);
    }
    setNote(changed === null ? null : { text: changed, sampleId: null });
  };
  const labelOf = (text: string) => {
    if (sampleIdOfAddress(text) !== null) return "Already registered";
    const { fields, refused } = placeIdentifiers(text, getValues());
    const labels = keysOf(fields).map((field) => FIELD_LABELS[field]);
    return refused ?? labels.join(", ");
  };
  useScanner(take, { takesMany: true, labelOf });
  useSayOfScan(note?.text ?? "");

  // A scanner types into the focused field, and its Enter moves to the next field.
  const typed = useWatch({ control, name: "serialNumber" });
  const refuse = useEffectEvent((text: string) => {
    setValue("serialNumber", "");
    setFocus("serialNumber");
    take(text);
  });
  useEffect(() => {
    if (!isForOtherFields(typed)) return;
    const timer = setTimeout(() => refuse(typed), SCAN_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="flex shrink-0 flex-col items-end gap-1.5">
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        <ScanLine aria-hidden />
        Scan with the camera
      </Button>
      {note !== null && (
        <div role="status" className="flex items-start gap-1.5 text-xs text-warning-foreground">
          <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
          <span>
            {note.text}{" "}
            {note.sampleId !== null && (
              <Link
                {...sheetLink(note.sampleId)}
                className="font-medium underline underline-offset-2"
              >
                See the sample
              </Link>
            )}
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

/**
 * True if the text of the serial number field belongs elsewhere: one of our labels, or the QR code
 * of a box. Digits alone may still become a longer number.
 */
function isForOtherFields(typed: string): boolean {
  const readings = readIdentifiers(typed);
  const [first] = readings;
  if (readings.length > 1 || first?.kind === "sample") return true;
  return first?.kind === "imei" ? first.isLabelled === true : false;
}
