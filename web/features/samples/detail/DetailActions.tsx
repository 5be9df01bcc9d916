import { Link } from "@tanstack/react-router";
import { Ellipsis, Map, Pencil, ScrollText, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { ReceiveButton } from "@/components/sample/ReceiveButton";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { ownReversals, possibleReversals } from "@/components/sample/reversals";
import { StepLink } from "@/components/sample/StepLink";
import { possibleSteps } from "@/components/sample/steps";
import { UndoButton, useUndoable } from "@/components/sample/UndoButton";
import { isReceipt } from "@/components/sample/useReceive";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Doc } from "../../../../convex/_generated/dataModel";
import {
  awaitsAnswerOf,
  editRefusal,
  isAcknowledge,
  takesReason,
  WORKFLOW,
  type Actor,
  type Step,
} from "#domain/custody/workflow";
import { SampleMenu, type MenuEntry } from "../list/SampleMenu";
import { useSampleDialogs } from "../list/useSampleDialogs";

/** The steps for which people usually open a sample: receiving it, else transferring it. */
const isMain = (step: Step) => isAcknowledge(step) || step === "transfer";

/** Number of buttons; everything else is in the menu. */
const BUTTONS = 3;

type DetailActionsProps = {
  sample: Doc<"samples">;
  actor: Actor;
  onDeleted: () => void;
  /**
   * Called after the viewer declined or took back: they may no longer have access to the sample.
   */
  onReversed?: (() => void) | undefined;
};

/**
 * The next step that `actor` may take with the sample, two further ones, and a menu with the rest.
 */
export function DetailActions({ sample, actor, onDeleted, onReversed }: DetailActionsProps) {
  const undoable = useUndoable(sample._id);
  const dialogs = useSampleDialogs(actor, { onDeleted, onReversed });
  const steps = stepsInOrder(sample, actor, undoable !== null);
  const isEditable = editRefusal(sample, actor) === null;
  // Returning comes before editing, and editing before the rarer steps.
  const entries: MenuEntry[] = [
    ...steps.slice(0, 2),
    ...(isEditable ? (["edit"] as const) : []),
    ...steps.slice(2),
  ];
  const shown = entries.slice(0, BUTTONS - (undoable === null ? 0 : 1));
  const hidden = possibleReversals(sample, actor).filter((step) => !steps.includes(step));
  return (
    <div className="no-print flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:[&_a]:px-3 max-sm:[&_button]:px-3 max-[379px]:[&_a]:gap-1.5 max-[379px]:[&_a]:px-2 max-[379px]:[&_button]:gap-1.5 max-[379px]:[&_button]:px-2">
      {shown.map((entry) => (
        <ActionButton
          key={entry}
          entry={entry}
          sample={sample}
          actor={actor}
          onReversed={onReversed}
        />
      ))}
      {undoable !== null && (
        <UndoButton sampleId={sample._id} step={undoable.step} stepId={undoable.stepId} />
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="icon" aria-label={`More for ${sample.serialNumber}`}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="w-60">
          <SampleMenu
            sample={sample}
            actor={actor}
            except={[...shown, ...hidden, "open", "copy"]}
            onReversal={(step) => dialogs.open(sample, step)}
            onDelete={() => dialogs.open(sample, "delete")}
          >
            <Places sample={sample} />
          </SampleMenu>
        </DropdownMenuContent>
      </DropdownMenu>
      {dialogs.dialog}
    </div>
  );
}

/**
 * The steps, the usual one first. While the viewer can undo their request, taking it back is left
 * out: it has the same result.
 */
function stepsInOrder(sample: Doc<"samples">, actor: Actor, isUndoable: boolean): Step[] {
  const own = ownReversals(sample, actor).filter(
    (step) => WORKFLOW[step].actorField === "samplmanag",
  );
  const reversals = possibleReversals(sample, actor).filter(
    (step) => !isUndoable || !own.includes(step),
  );
  const steps = possibleSteps(sample, actor);
  return [...steps.filter(isMain), ...reversals, ...steps.filter((step) => !isMain(step))];
}

type ActionButtonProps = Pick<DetailActionsProps, "sample" | "actor" | "onReversed"> & {
  entry: MenuEntry;
};

function ActionButton({ entry, sample, actor, onReversed }: ActionButtonProps): ReactNode {
  if (entry === "open" || entry === "copy") return null;
  if (entry === "edit") {
    return (
      <Button asChild variant="outline">
        <Link to="/private/editsample/$id" params={{ id: sample._id }} state={OPENED_HERE}>
          <Pencil aria-hidden />
          Edit
        </Link>
      </Button>
    );
  }
  if (takesReason(entry)) {
    return <ReversalButtons steps={[entry]} sample={sample} actor={actor} onDone={onReversed} />;
  }
  if (isReceipt(entry) && awaitsAnswerOf(actor, sample)) {
    return <ReceiveButton step={entry} sample={sample} />;
  }
  return <StepLink step={entry} sample={sample} variant={isMain(entry) ? "default" : "outline"} />;
}

/** Where else the sample is shown: on the map, and on paper. */
function Places({ sample }: Pick<DetailActionsProps, "sample">) {
  const { _id: id, lat, lng } = sample;
  return (
    <>
      {lat !== undefined && lng !== undefined && (
        <DropdownMenuItem asChild>
          <Link to="/dashboard/vectormap" search={{ way: id }}>
            <Map aria-hidden />
            Show on map
          </Link>
        </DropdownMenuItem>
      )}
      <DropdownMenuItem asChild>
        <Link to="/private/labels" state={{ ...OPENED_HERE, labelled: [id] }}>
          <Tag aria-hidden />
          Label
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link to="/private/certificate/$id" params={{ id }} state={OPENED_HERE}>
          <ScrollText aria-hidden />
          Certificate
        </Link>
      </DropdownMenuItem>
    </>
  );
}
