import { Flashlight } from "lucide-react";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { CodesInSight } from "@/lib/barcodes/codesInSight";
import { BarcodeDecoder } from "@/lib/barcodes/decoder";
import { FrameSource } from "@/lib/barcodes/frames";
import { useScanAnswer } from "@/hooks/keys/useScanAnswer";
import { PhotoButton } from "./PhotoButton";
import { TypedNumber } from "./TypedNumber";
import { useCamera, type CameraState } from "./useCamera";

/** Pause between two video frames, ms. */
const PAUSE_MS = 60;

type CameraDialogProps = {
  onScan: (text: string) => void;
  onClose: () => void;
  /** Stays open for the next code, and shows the last one. */
  takesMany: boolean;
  /** Names the field that a code would fill; after a pick, the other codes stay on offer. */
  labelOf: ((text: string) => string) | null;
};

/** `broken`: the browser cannot run the decoder. */
type Condition = CameraState | "broken";

const WORDS: Record<Condition, string> = {
  starting: "Starting the camera…",
  on: "Point the camera at a bar code or QR code.",
  refused:
    "This browser does not allow the camera here. Allow it in the address bar, take a photo, or type the number.",
  absent: "This page cannot use a camera. Choose a photo of the code, or type the number.",
  broken: "This browser cannot read codes. Type the number instead.",
};

/**
 * Reads codes with the camera or from a photo. If several are visible, as on a box with a serial
 * number and two IMEIs, the person picks one.
 */
export default function CameraDialog(props: CameraDialogProps) {
  const { onScan, onClose, takesMany, labelOf } = props;
  const { videoRef, state, isLit, light } = useCamera();
  const [isBroken, setBroken] = useState(false);
  const condition: Condition = isBroken ? "broken" : state;
  const [offered, setOffered] = useState<readonly string[]>([]);
  const [last, setLast] = useState<string | null>(null);
  const answer = useScanAnswer();
  const showBroken = useCallback(() => {
    setLast(null);
    setBroken(true);
  }, []);
  const [decoder] = useState(() => new BarcodeDecoder());
  const [inSight] = useState(() => new CodesInSight());
  useEffect(() => {
    decoder.open();
    return () => decoder.close();
  }, [decoder]);

  const take = (text: string) => {
    setOffered(labelOf === null ? [] : offered.filter((other) => other !== text));
    setLast(labelOf === null ? text : `${labelOf(text)} ${text}`);
    if (!takesMany) onClose();
    onScan(text);
  };
  const look = useEffectEvent((texts: readonly string[]) => {
    const sighting = inSight.see(texts, Date.now());
    if (sighting.kind === "one") take(sighting.text);
    if (sighting.kind === "several") setOffered(sighting.texts);
  });
  useEffect(() => {
    if (state !== "on") return;
    const frames = new FrameSource();
    let isClosed = false;
    const watch = async () => {
      while (!isClosed) {
        const frame = videoRef.current && frames.take(videoRef.current);
        const texts = frame ? await decoder.decode(frame) : [];
        if (isClosed) return;
        look(texts);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    watch().catch(showBroken);
    return () => {
      isClosed = true;
    };
  }, [state, decoder, videoRef, showBroken]);

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="gap-3 max-sm:h-[calc(100dvh-2rem)] sm:max-w-lg">
        <DialogTitle>Scan</DialogTitle>
        <DialogDescription role="status">
          {last === null ? WORDS[condition] : answer || `Taken: ${last}`}
        </DialogDescription>
        <video
          ref={videoRef}
          muted
          playsInline
          aria-label="Camera picture"
          hidden={condition !== "on" && condition !== "starting"}
          className="min-h-0 w-full flex-1 rounded-lg bg-black object-cover sm:aspect-video"
        />
        {offered.length > 0 && (
          <ul aria-label="Codes in the picture" className="flex flex-col gap-1.5">
            {offered.map((text) => (
              <li key={text}>
                <Button
                  variant="outline"
                  className="w-full justify-between gap-3 font-mono"
                  onClick={() => {
                    inSight.take(text);
                    take(text);
                  }}
                >
                  <span className="truncate">{text}</span>
                  {labelOf !== null && (
                    <span className="shrink-0 font-sans text-xs text-muted-foreground">
                      {labelOf(text)}
                    </span>
                  )}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {condition !== "on" && condition !== "starting" && <TypedNumber onTyped={take} />}
        <div className="flex flex-wrap gap-2">
          <PhotoButton
            decoder={decoder}
            onTexts={setOffered}
            onTaken={take}
            onBroken={showBroken}
          />
          {isLit !== null && (
            // If the device refuses, the button keeps its state.
            <Button
              variant="outline"
              aria-pressed={isLit}
              onClick={() => void light(!isLit).catch(() => undefined)}
            >
              <Flashlight aria-hidden />
              Light
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
