import { useEffect, useRef, useState } from "react";

export type CameraState = "starting" | "on" | "refused" | "absent";

/** Constraints of a torch: the DOM's types do not know it. */
type TorchConstraints = MediaTrackConstraintSet & { torch?: boolean };

/**
 * Shows the camera on the back of the device in a `<video ref={videoRef}>` for as long as the
 * caller is on screen. `absent`: there is none, or the page is not served over HTTPS.
 */
export function useCamera() {
  const videoRef = useRef<HTMLVideoElement>(null);
  const trackRef = useRef<MediaStreamTrack>(null);
  const [state, setState] = useState<CameraState>("starting");
  const [hasTorch, setHasTorch] = useState(false);
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
      setHasTorch("torch" in track.getCapabilities());
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
  const setTorch = (torch: boolean) =>
    void trackRef.current?.applyConstraints({ advanced: [{ torch } as TorchConstraints] });
  return { videoRef, state, hasTorch, setTorch };
}
