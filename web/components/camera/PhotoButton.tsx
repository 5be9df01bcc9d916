import { ImageUp } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import type { BarcodeDecoder } from "@/lib/barcodes/decoder";
import { FrameSource } from "@/lib/barcodes/frames";

type PhotoButtonProps = {
  decoder: BarcodeDecoder;
  onTexts: (texts: readonly string[]) => void;
  onTaken: (text: string) => void;
  /** Called if the browser cannot run the decoder. */
  onBroken: () => void;
};

/** Reads the codes in a photo; also works without a camera stream. */
export function PhotoButton({ decoder, onTexts, onTaken, onBroken }: PhotoButtonProps) {
  const id = useId();
  const [isEmpty, setEmpty] = useState(false);
  const read = async (file: File) => {
    const texts = await codesOf(file, decoder).catch(() => null);
    setEmpty(texts?.length === 0);
    if (texts === null) return onBroken();
    const [only, other] = texts;
    if (only !== undefined && other === undefined) onTaken(only);
    else onTexts(texts);
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
          No code found in this photo.
        </p>
      )}
    </>
  );
}

/**
 * Returns the texts of the codes in a photo; empty for a file that is not an image.
 *
 * @throws Error when the browser cannot run the decoder
 */
async function codesOf(file: File, decoder: BarcodeDecoder): Promise<string[]> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return [];
  const found = new Set<string>();
  const frames = new FrameSource();
  try {
    for (let turn = 0; turn < FrameSource.TURNS; turn++) {
      const frame = frames.take(bitmap);
      const texts = frame ? await decoder.decode(frame) : [];
      for (const text of texts) found.add(text);
    }
  } finally {
    bitmap.close();
  }
  return [...found];
}
