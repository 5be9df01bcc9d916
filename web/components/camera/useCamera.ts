import { useEffect, useRef, useState } from "react";

export type CameraState = "starting" | "on" | "refused" | "absent";

/** The DOM's types lack torches. Browsers report true, or the list of possible states. */
type TorchCapability = { torch?: boolean | readonly boolean[] };
type TorchConstraints = MediaTrackConstraintSet & { torch: boolean };

function hasTorch(track: MediaStreamTrack): boolean {
  const { torch } = track.getCapabilities() as TorchCapability;
  return [torch].flat().includes(true);
}

/**
 * Shows the device's rear camera in a `<video ref={videoRef}>` while the caller is mounted.
 * `absent`: there is no camera, or the page is not served over HTTPS. `isLit` is null for a camera
 * without a torch.
 */
export function useCamera() {
  const videoRef = useRef<HTMLVideoElement>(null);
  const trackRef = useRef<MediaStreamTrack>(null);
  const [state, setState] = useState<CameraState>("starting");
  const [isLit, setIsLit] = useState<boolean | null>(null);
  useEffect(() => {
    let isClosed = false;
    const open = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
      });
      const [track] = stream.getVideoTracks();
      if (isClosed || videoRef.current === null || track === undefined) {
        return stream.getTracks().forEach((each) => each.stop());
      }
      trackRef.current = track;
      if (hasTorch(track)) setIsLit(false);
      videoRef.current.srcObject = stream;
      await videoRef.current.play();
      setState("on");
    };
    open().catch((error: unknown) => {
      const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
      if (!isClosed) setState(isRefused ? "refused" : "absent");
    });
    return () => {
      isClosed = true;
      trackRef.current?.stop();
    };
  }, []);
  const light = async (torch: boolean) => {
    const constraints: TorchConstraints = { torch };
    await trackRef.current?.applyConstraints({ advanced: [constraints] });
    setIsLit(torch);
  };
  return { videoRef, state, isLit, light };
}
