import { Link } from "@tanstack/react-router";
import { Map, Pencil } from "lucide-react";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { possibleReversals } from "@/components/sample/reversals";
import { StepLink } from "@/components/sample/StepLink";
import { possibleSteps } from "@/components/sample/steps";
import { UndoButton } from "@/components/sample/UndoButton";
import { WatchButton } from "@/components/sample/WatchButton";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { Button } from "@/components/ui/button";
import type { Doc } from "../../../../convex/_generated/dataModel";
import {
  deleteRefusal,
  editRefusal,
  isAcknowledge,
  type Actor,
  type HandOverStep,
} from "#domain/custody/workflow";
import { DeleteSample } from "../list/DeleteSample";

/** The steps for which people usually open a sample: receiving it, else transferring it. */
const isMain = (step: HandOverStep) => isAcknowledge(step) || step === "transfer";

type DetailActionsProps = {
  sample: Doc<"samples">;
  actor: Actor;
  onDeleted: () => void;
  /**
   * Called after the viewer declined or took back: they may no longer have access to the sample.
   */
  onReversed?: () => void;
};

/** A button for each step that `actor` may take with the sample. */
export function DetailActions({ sample, actor, onDeleted, onReversed }: DetailActionsProps) {
  return (
    <div className="no-print flex flex-wrap gap-2 empty:hidden">
      {possibleSteps(sample, actor).map((step) => (
        <StepLink
          key={step}
          step={step}
          sample={sample}
          variant={isMain(step) ? "default" : "outline"}
        />
      ))}
      <ReversalButtons
        steps={possibleReversals(sample, actor)}
        sample={sample}
        actor={actor}
        onDone={onReversed}
      />
      <UndoButton sampleId={sample._id} />
      {editRefusal(sample, actor) === null && (
        <Button asChild variant="outline">
          <Link to="/private/editsample/$id" params={{ id: sample._id }} state={OPENED_HERE}>
            <Pencil aria-hidden />
            Edit
          </Link>
        </Button>
      )}
      <WatchButton sample={sample} />
      {sample.lat !== undefined && sample.lng !== undefined && (
        <Button asChild variant="outline">
          <Link to="/dashboard/vectormap" search={{ way: sample._id }}>
            <Map aria-hidden />
            Show on map
          </Link>
        </Button>
      )}
      {deleteRefusal(sample, actor) === null && (
        <DeleteSample sample={sample} size="default" onDeleted={onDeleted} />
      )}
    </div>
  );
}
