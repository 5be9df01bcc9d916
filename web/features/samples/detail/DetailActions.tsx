import { Link, useNavigate } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { possibleReversals } from "@/components/sample/reversals";
import { StepLink } from "@/components/sample/StepLink";
import { possibleSteps } from "@/components/sample/steps";
import { Button } from "@/components/ui/button";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { LISTS } from "../../../../domain/lists";
import {
  deleteRefusal,
  editRefusal,
  isAcknowledge,
  type Actor,
  type HandOverStep,
} from "../../../../domain/workflow";
import { DeleteSample } from "../list/DeleteSample";

/** The steps that people mostly open a sample for: to receive it, else to hand it on. */
const isMain = (step: HandOverStep) => isAcknowledge(step) || step === "transfer";

/** Offers everything that `actor` may do with the sample, each as a button. */
export function DetailActions({ sample, actor }: { sample: Doc<"samples">; actor: Actor }) {
  const navigate = useNavigate();
  return (
    <div className="no-print flex w-full flex-wrap gap-2 empty:hidden">
      {possibleSteps(sample, actor).map((step) => (
        <StepLink
          key={step}
          step={step}
          sample={sample}
          variant={isMain(step) ? "default" : "outline"}
        />
      ))}
      <ReversalButtons steps={possibleReversals(sample, actor)} sample={sample} actor={actor} />
      {editRefusal(sample, actor) === null && (
        <Button asChild variant="outline">
          <Link to="/private/editsample/$id" params={{ id: sample._id }}>
            <Pencil aria-hidden />
            Edit
          </Link>
        </Button>
      )}
      {deleteRefusal(sample, actor) === null && (
        <DeleteSample
          sample={sample}
          size="default"
          onDeleted={() => void navigate({ to: LISTS.delete.path })}
        />
      )}
    </div>
  );
}
