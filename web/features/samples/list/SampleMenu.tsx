import { Link } from "@tanstack/react-router";
import { Copy, Pencil, SquareArrowOutUpRight, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { possibleReversals } from "@/components/sample/reversals";
import { WatchItem } from "@/components/sample/WatchButton";
import { possibleSteps, STEP_ICONS, STEP_PATHS } from "@/components/sample/steps";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { copyAndTell } from "@/lib/clipboard";
import type { SampleRow } from "#domain/samples/compactRows";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import {
  deleteRefusal,
  editRefusal,
  type Actor,
  type Custody,
  type ReasonStep,
  type Step,
} from "#domain/custody/workflow";

/** The part of a sample that its menu reads. */
type Sample = Custody &
  Pick<SampleRow, "_id" | "brand" | "model" | "serialNumber" | "registeredby">;

type SampleMenuProps = {
  sample: Sample;
  actor: Actor;
  onReversal: (step: ReasonStep) => void;
  onDelete: () => void;
  /** Entries to leave out, because the screen has buttons for them. */
  except?: readonly MenuEntry[];
  /** More entries, after the steps. */
  children?: ReactNode;
};

export type MenuEntry = Step | "open" | "edit" | "copy";

const NONE: readonly MenuEntry[] = [];

/** Every step that `actor` may take with a sample now, as items of its menu. */
export function SampleMenu({
  sample,
  actor,
  onReversal,
  onDelete,
  except = NONE,
  children,
}: SampleMenuProps) {
  const isShown = (entry: MenuEntry) => !except.includes(entry);
  const params = { id: sample._id };
  const copySerial = () => copyAndTell(sample.serialNumber, "Serial number copied");
  return (
    <>
      {isShown("open") && (
        <DropdownMenuItem asChild>
          <Link to="/private/viewfs/$id" params={params} state={OPENED_HERE}>
            <SquareArrowOutUpRight aria-hidden />
            Open
          </Link>
        </DropdownMenuItem>
      )}
      {possibleSteps(sample, actor)
        .filter(isShown)
        .map((step) => {
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
      {possibleReversals(sample, actor)
        .filter(isShown)
        .map((step) => {
          const Icon = STEP_ICONS[step];
          return (
            <DropdownMenuItem key={step} onSelect={() => onReversal(step)}>
              <Icon aria-hidden />
              {STEP_TEXTS[step].button}
            </DropdownMenuItem>
          );
        })}
      {isShown("edit") && editRefusal(sample, actor) === null && (
        <DropdownMenuItem asChild>
          <Link to="/private/editsample/$id" params={params} state={OPENED_HERE}>
            <Pencil aria-hidden />
            Edit
          </Link>
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      {children}
      <WatchItem sample={sample} />
      {isShown("copy") && (
        <DropdownMenuItem onSelect={() => void copySerial()}>
          <Copy aria-hidden />
          Copy serial number
        </DropdownMenuItem>
      )}
      {deleteRefusal(sample, actor) === null && (
        <DropdownMenuItem onSelect={onDelete}>
          <Trash2 aria-hidden className="text-destructive" />
          Delete
        </DropdownMenuItem>
      )}
    </>
  );
}
