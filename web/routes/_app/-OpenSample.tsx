import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { Timeline } from "@/features/history/Timeline";
import { SampleSheet } from "@/features/samples/detail/SampleSheet";
import { useViewer } from "@/hooks/data/useViewer";
import { useWayBack } from "@/hooks/useWayBack";

/** The sheet of the sample that the address names, above the current screen. */
export default function OpenSample({ sampleId }: { sampleId: string }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const isClosing = useRef(false); // a second Escape while closing must not go back twice
  const close = () => {
    if (isClosing.current) return;
    isClosing.current = true;
    if (wayBack !== null) return wayBack();
    void navigate({
      to: ".",
      search: (before) => ({ ...before, sample: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <SampleSheet
      sampleId={sampleId}
      actor={viewer}
      timeline={<Timeline sampleId={sampleId} />}
      onClose={close}
    />
  );
}
