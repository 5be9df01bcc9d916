import { useNavigate } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useCallback, useState, type ReactNode } from "react";
import { PageHeader } from "@/components/pages/PageHeader";
import { SampleMissing } from "@/components/sample/SampleMissing";
import { SampleSummary } from "@/components/sample/SampleSummary";
import { SampleSummarySkeleton } from "@/components/skeletons";
import { useLeaveAfterSuccess } from "@/hooks/useLeaveAfterSuccess";
import { useWayBack } from "@/hooks/useWayBack";
import { cn } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";
import { LISTS, listForStep } from "#domain/samples/lists";
import {
  isAcknowledge,
  refusal,
  WORKFLOW,
  type Actor,
  type HandOverStep,
} from "#domain/custody/workflow";
import { RefusedStep } from "./RefusedStep";
import { StepForm } from "./StepForm";

type StepScreenProps = {
  step: HandOverStep;
  /** From the address: any text. */
  sampleId: string;
  actor: Actor;
  /** The sample's history; it loads in parallel. */
  timeline: ReactNode;
};

/**
 * Screen of one hand-over step for one sample: a summary and the form. The sample is live: when
 * another person's step makes this one impossible, the form is immediately replaced by the refusal.
 */
export function StepScreen({ step, sampleId, actor, timeline }: StepScreenProps) {
  const sample = useQuery(api.samples.get, { sampleId });
  // Once sent, this step itself changes the sample; that must not show as a refusal.
  const [progress, setProgress] = useState<"open" | "sending" | "done">("open");
  const back = LISTS[listForStep(step)].path;
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const leave = useCallback(
    () => (wayBack === null ? void navigate({ to: back }) : wayBack()),
    [wayBack, navigate, back],
  );
  useLeaveAfterSuccess(progress === "done", leave);

  const refused = sample && progress === "open" ? refusal(step, sample, actor) : null;
  return (
    <>
      <PageHeader title={WORKFLOW[step].label} back={back} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,760px)_minmax(0,25rem)] xl:grid-rows-[auto_1fr]">
        {sample === undefined && <SampleSummarySkeleton />}
        {sample === null && (
          <SampleMissing
            sampleId={sampleId}
            code={isAcknowledge(step) ? "DOCUMENT_MISSING" : "SAMPLE_MISSING"}
          />
        )}
        {sample && <SampleSummary sample={sample} />}
        {sample && (
          // An approver must see the history before approving a loss: on a phone it is above the
          // button.
          <div
            className={cn(
              "min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1",
              step !== "acknowledgeLost" && "max-xl:order-last",
            )}
          >
            {timeline}
          </div>
        )}
        {sample && refused && (
          <RefusedStep sample={sample} step={step} code={refused} actor={actor} />
        )}
        {sample && !refused && (
          <StepForm
            step={step}
            sample={sample}
            actor={actor}
            onSending={() => setProgress("sending")}
            onRefused={() => setProgress("open")}
            onDone={() => setProgress("done")}
          />
        )}
      </div>
    </>
  );
}
