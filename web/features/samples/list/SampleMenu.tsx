import { Link } from "@tanstack/react-router";
import { Copy, Pencil, SquareArrowOutUpRight, Trash2 } from "lucide-react";
import { possibleReversals } from "@/components/sample/reversals";
import { WatchItem } from "@/components/sample/WatchButton";
import { possibleSteps, STEP_ICONS, STEP_PATHS } from "@/components/sample/steps";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { copyAndTell } from "@/lib/clipboard";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import { deleteRefusal, editRefusal, type Actor, type ReasonStep } from "#domain/custody/workflow";

type SampleMenuProps = {
  sample: Sample;
  actor: Actor;
  onReversal: (step: ReasonStep) => void;
  onDelete: () => void;
};

/** Every step that `actor` may take with a sample now, as items of its row's menu. */
export function SampleMenu({ sample, actor, onReversal, onDelete }: SampleMenuProps) {
  const params = { id: sample._id };
  const copySerial = () => copyAndTell(sample.serialNumber, "Serial number copied");
  return (
    <>
      <DropdownMenuItem asChild>
        <Link to="/private/viewfs/$id" params={params} state={OPENED_HERE}>
          <SquareArrowOutUpRight aria-hidden />
          Open
        </Link>
      </DropdownMenuItem>
      {possibleSteps(sample, actor).map((step) => {
        const Icon = STEP_ICONS[step];
        return (
          <DropdownMenuItem key={step} asChild>
            <Link to={STEP_PATHS[step]} params={params} state={OPENED_HERE}>
              <Icon aria-hidden />
              {STEP_TEXTS[step].button}
            </Link>
          </DropdownMenuItem>
        );
      })}
      {possibleReversals(sample, actor).map((step) => {
        const Icon = STEP_ICONS[step];
        return (
          <DropdownMenuItem key={step} onSelect={() => onReversal(step)}>
            <Icon aria-hidden />
            {STEP_TEXTS[step].button}
          </DropdownMenuItem>
        );
      })}
      {editRefusal(sample, actor) === null && (
        <DropdownMenuItem asChild>
          <Link to="/private/editsample/$id" params={params} state={OPENED_HERE}>
            <Pencil aria-hidden />
            Edit
          </Link>
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      <WatchItem sample={sample} />
      <DropdownMenuItem onSelect={() => void copySerial()}>
        <Copy aria-hidden />
        Copy serial number
      </DropdownMenuItem>
      {deleteRefusal(sample, actor) === null && (
        <DropdownMenuItem onSelect={onDelete}>
          <Trash2 aria-hidden className="text-destructive" />
          Delete
        </DropdownMenuItem>
      )}
    </>
  );
}
