import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
} from "react";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import type { Square } from "@/lib/photo";
import { moveSquare, startSquare, zoomSquare, MAX_ZOOM } from "./crop";

/** Width of the square on the screen, CSS pixels. */
const SHOWN = 256;
/** Step of an arrow key, in CSS pixels. */
const KEY_STEP = 8;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

interface CropDialogProps {
  image: ImageBitmap;
  onCancel: () => void;
  onCrop: (square: Square) => Promise<void>;
}

/** Lets a person choose the square of an image, by dragging, arrow keys and a zoom. */
export function CropDialog({ image, onCancel, onCrop }: CropDialogProps) {
  const [square, setSquare] = useState(() => startSquare(image));
  const [isSaving, setSaving] = useState(false);

  /** Moves the square by screen pixels. */
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
    await onCrop(square);
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Choose the picture’s part</DialogTitle>
          <DialogDescription>Drag it into place, or use the arrow keys.</DialogDescription>
        </DialogHeader>
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
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button loading={isSaving} onClick={() => void save()}>
            Save picture
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

type PreviewProps = ComponentProps<"canvas"> & Pick<CropDialogProps, "image"> & { square: Square };

/** Mounted with the dialog's content, later than the dialog. */
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
