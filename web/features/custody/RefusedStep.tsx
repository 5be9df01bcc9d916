import { Banner } from "@/components/Banner";
import { PeopleInText } from "@/components/sample/PeopleInText";
import { refusalText } from "@/components/sample/refusalText";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { possibleReversals } from "@/components/sample/reversals";
import { StepLink } from "@/components/sample/StepLink";
import { possibleSteps } from "@/components/sample/steps";
import type { Doc } from "../../../convex/_generated/dataModel";
import {
  awaitsAnswerOf,
  isAcknowledge,
  WORKFLOW,
  type Actor,
  type CustodyRefusal,
  type HandOverStep,
} from "#domain/custody/workflow";

type RefusedStepProps = {
  sample: Doc<"samples">;
  step: HandOverStep;
  code: CustodyRefusal;
  actor: Actor;
};

/** Shows the server's reason why the step is refused, and offers alternatives. */
export function RefusedStep({ sample, step, code, actor }: RefusedStepProps) {
  const instead = possibleSteps(sample, actor);
  const reversals = possibleReversals(sample, actor);
  const isAwaited = awaitsAnswerOf(actor, sample);
  return (
    <div className="flex w-full max-w-[760px] flex-col gap-4">
      <Banner tone="warning">
        <PeopleInText>{refusalText(code, WORKFLOW[step].label, sample)}</PeopleInText>
      </Banner>
      {instead.length + reversals.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted-foreground max-sm:w-full">What you can do now:</span>
          {instead.map((other) => (
            <StepLink
              key={other}
              step={other}
              sample={sample}
              isInstead
              // The answer that the viewer is asked for comes first.
              variant={isAwaited && isAcknowledge(other) ? "default" : "outline"}
              size="sm"
            />
          ))}
          <ReversalButtons steps={reversals} sample={sample} actor={actor} size="sm" />
        </div>
      )}
    </div>
  );
}
