import { ImageUp } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import type { BarcodeDecoder } from "@/lib/barcodes/decoder";
import { FrameSource } from "@/lib/barcodes/frames";

type PhotoButtonProps = {
  decoder: BarcodeDecoder;
  onTexts: (texts: readonly string[]) => void;
  onTaken: (text: string) => void;
};

/** Reads the codes of a photo: it works without a camera stream, too. */
export function PhotoButton({ decoder, onTexts, onTaken }: PhotoButtonProps) {
  const id = useId();
  const [isEmpty, setEmpty] = useState(false);
  const read = async (file: File) => {
    const bitmap = await createImageBitmap(file).catch(() => null);
    const found = new Set<string>();
    const frames = new FrameSource();
    for (let turn = 0; bitmap !== null && turn < FrameSource.TURNS; turn++) {
      const frame = frames.take(bitmap);
      const texts = frame ? await decoder.decode(frame).catch(() => []) : [];
      for (const text of texts) found.add(text);
    }
    const [only, other] = found;
    setEmpty(only === undefined);
    if (only !== undefined && other === undefined) onTaken(only);
    else onTexts([...found]);
  };
  return (
    <>
      <Button asChild variant="outline">
        <label htmlFor={id} className="cursor-pointer">
          <ImageUp aria-hidden />
          Photo
        </label>
      </Button>
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void read(file);
          target.value = "";
        }}
      />
      {isEmpty && (
        <p role="alert" className="self-center text-sm text-destructive">
          No code was found in this photo.
        </p>
      )}
    </>
  );
}
