import { useAction, useConvex, useMutation } from "convex/react";
import { Camera, Trash2, Upload } from "lucide-react";
import { useId, useRef, useState, type ChangeEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { Banner } from "@/components/Banner";
import { PersonAvatar } from "@/components/sample/PersonAvatar";
import { SendButton } from "@/components/forms/SendButton";
import { Button } from "@/components/ui/button";
import { useViewer } from "@/hooks/data/useViewer";
import { useSend } from "@/hooks/useWaiting";
import { withConnection } from "@/lib/connection/connection";
import { squarePhoto, type Square } from "@/lib/people/photo";
import { CropDialog } from "./CropDialog";
import { SideCard } from "./SideCard";

const UNREADABLE =
  "This browser cannot read the file as an image. Choose a JPEG or PNG file; other formats, such as HEIC from an iPhone, open only in some browsers.";
const NOT_PREPARED = "The photo could not be prepared. Please try another one.";
/** Larger files are not photos; decoding one would freeze a phone. */
const MAX_FILE_MB = 40;
const TOO_LARGE = `The file is larger than ${MAX_FILE_MB} MB. Please choose a smaller one.`;

/** Id of a removal that waits for the network. */
const REMOVE = "remove photo";

/** A person's photo: uploaded or taken, cropped to a square, shown at 128 × 128 pixels. */
export function PhotoCard({ className }: { className?: string }) {
  const { email, displayName, photoURL } = useViewer();
  const convex = useConvex();
  const send = useSend();
  const waitingId = useId();
  const setPhoto = useAction(api.profile.setPhoto);
  const removePhoto = useMutation(api.profile.removePhoto);
  const [chosen, setChosen] = useState<{ image: ImageBitmap; fileName: string } | null>(null);
  const [error, setError] = useState<string | null>(null);

  const choose = async (file: File) => {
    setError(null);
    if (file.size > MAX_FILE_MB * 2 ** 20) return setError(TOO_LARGE);
    try {
      setChosen({ image: await createImageBitmap(file), fileName: file.name });
    } catch {
      setError(UNREADABLE);
    }
  };
  /**
   * Resolves with the reason why the photo was not saved. The chosen picture stays, for another
   * try.
   */
  const save = async (square: Square): Promise<string | null> => {
    if (chosen === null) return null;
    const photo = await squarePhoto(chosen.image, square).catch(() => null);
    if (photo === null) return NOT_PREPARED;
    const { fileName } = chosen;
    const outcome = await send({ id: waitingId, label: "Save picture" }, () =>
      withConnection(convex, setPhoto({ photo, fileName })),
    );
    if (outcome?.ok) setChosen(null);
    return outcome?.ok === false ? outcome.message : null;
  };
  const remove = async () => {
    const outcome = await send({ id: REMOVE, label: "Remove the photo" }, () => removePhoto({}));
    setError(outcome?.ok === false ? outcome.message : null);
  };

  return (
    <SideCard title="Profile Picture" className={className}>
      <div className="flex flex-wrap items-center gap-5">
        <PersonAvatar
          email={email}
          name={displayName}
          photoURL={photoURL}
          className="size-32 border text-3xl"
        />
        <div className="flex flex-col items-start gap-2">
          <FileButton label="Upload" icon={<Upload aria-hidden />} onFile={choose} />
          <FileButton label="Camera" icon={<Camera aria-hidden />} capture onFile={choose} />
          {photoURL && (
            <SendButton
              icon={Trash2}
              text="Remove"
              variant="ghost"
              size="sm"
              waitingId={REMOVE}
              onPress={remove}
            />
          )}
        </div>
      </div>
      {error && (
        <Banner tone="error" className="mt-4">
          {error}
        </Banner>
      )}
      <p className="mt-4 text-xs text-muted-foreground">
        For best results, use an image at least 128px by 128px in .jpg format
      </p>
      {chosen && (
        <CropDialog
          image={chosen.image}
          waitingId={waitingId}
          onCancel={() => setChosen(null)}
          onCrop={save}
        />
      )}
    </SideCard>
  );
}

interface FileButtonProps {
  label: string;
  icon: React.ReactNode;
  /** On a phone, `capture` opens the camera; on a laptop, the file chooser. */
  capture?: boolean;
  onFile: (file: File) => Promise<void>;
}

function FileButton({ label, icon, capture, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = ""; // so that choosing the same file again fires `change`
    if (file) void onFile(file);
  };
  return (
    <>
      <Button variant="outline" onClick={() => input.current?.click()}>
        {icon} {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={capture && "user"}
        aria-label={`${label}: image file`}
        tabIndex={-1}
        className="sr-only"
        onChange={change}
      />
    </>
  );
}
