import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
} from "react";
import { Banner } from "@/components/Banner";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { Button } from "@/components/ui/button";
import { DialogFooter, Modal } from "@/components/ui/dialog";
import { useIsWaiting } from "@/hooks/useWaiting";
import type { Square } from "@/lib/people/photo";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";
import { moveSquare, startSquare, zoomSquare, MAX_ZOOM } from "./crop";

/** Width of the displayed square, CSS pixels. */
const SHOWN = 256;
/** Distance per arrow key press, CSS pixels. */
const KEY_STEP = 8;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

interface CropDialogProps {
  image: ImageBitmap;
  /** Id of the save in the queue of steps that wait for the network: closing withdraws it. */
  waitingId: string;
  onCancel: () => void;
  /**
   * Resolves with null once the picture was saved or the save was withdrawn, else with the reason
   * for the failure.
   */
  onCrop: (square: Square) => Promise<string | null>;
}

/** Lets a person choose a square of an image with drag, arrow keys and a zoom slider. */
export function CropDialog({ image, waitingId, onCancel, onCrop }: CropDialogProps) {
  const [square, setSquare] = useState(() => startSquare(image));
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isWaiting = useIsWaiting(waitingId);

  /** Moves the square by a distance in screen pixels. */
  const move = (x: number, y: number) =>
    setSquare((last) => moveSquare(image, last, (x * last.size) / SHOWN, (y * last.size) / SHOWN));
  const onDrag = (event: PointerEvent) => {
    if (event.buttons === 1) move(-event.movementX, -event.movementY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(...step);
  };
  const save = async () => {
    setSaving(true);
    setError(await onCrop(square));
    setSaving(false);
  };
  const cancel = () => {
    withdraw(waitingId);
    onCancel();
  };

  return (
    <Modal
      onClose={cancel}
      title="Crop the picture"
      description="Drag it into place, or use the arrow keys."
    >
      <Preview
        image={image}
        square={square}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onDrag}
        onKeyDown={onKeyDown}
      />
      <label className="flex items-center gap-3 text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          defaultValue={1}
          className="min-w-0 flex-1 accent-primary"
          onChange={({ target }) => setSquare((last) => zoomSquare(image, last, +target.value))}
        />
      </label>
      <RefusalBanner message={error} />
      {isWaiting && <Banner tone="warning">{MESSAGES.waitsForNetwork}</Banner>}
      <DialogFooter>
        <Button variant="outline" onClick={cancel}>
          {isWaiting ? MESSAGES.withdraw : "Cancel"}
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          Save picture
        </Button>
      </DialogFooter>
    </Modal>
  );
}

type PreviewProps = ComponentProps<"canvas"> & Pick<CropDialogProps, "image"> & { square: Square };

/** A separate component because the dialog's content is mounted later than the dialog. */
function Preview({ image, square, ...handlers }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    context?.clearRect(0, 0, SHOWN, SHOWN);
    const { left, top, size } = square;
    context?.drawImage(image, left, top, size, size, 0, 0, SHOWN, SHOWN);
  }, [image, square]);
  return (
    <canvas
      ref={canvas}
      width={SHOWN}
      height={SHOWN}
      role="img"
      aria-label="The part that will be shown"
      tabIndex={0}
      className="mx-auto size-64 cursor-move touch-none rounded-full border bg-muted"
      {...handlers}
    />
  );
}
