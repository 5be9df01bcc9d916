import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { devicePosition, type DevicePosition } from "@/lib/places/devicePosition";

interface PositionButtonProps {
  label?: string;
  onPosition: (position: DevicePosition) => void;
}

/**
 * Asks the browser for the device's position; the reason for a failure, or for a missing address,
 * is shown below the button.
 */
export function PositionButton({ label = "Use my position", onPosition }: PositionButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async () => {
    setAsking(true);
    setProblem(null);
    try {
      const position = await devicePosition();
      setProblem(position.problem);
      onPosition(position);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setAsking(false);
  };
  return (
    <span className="-mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 coarse:mb-0">
      <Button
        variant="link"
        size="sm"
        className="px-0"
        loading={isAsking}
        onClick={() => void ask()}
      >
        <LocateFixed aria-hidden /> {label}
      </Button>
      {problem && (
        <span role="alert" className="text-xs text-destructive">
          {problem}
        </span>
      )}
    </span>
  );
}
