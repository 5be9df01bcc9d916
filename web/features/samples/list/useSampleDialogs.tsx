import { useState, type ReactNode } from "react";
import { ReversalDialog, type ReversibleSample } from "@/components/sample/ReversalDialog";
import type { Actor, ReasonStep } from "#domain/custody/workflow";
import { DeleteDialog } from "./DeleteDialog";

type DialogOptions = {
  /** Called even if the deleted sample's row has already been removed. */
  onDeleted?: (() => void) | undefined;
  onReversed?: (() => void) | undefined;
};

type Sample = ReversibleSample;

type Opened = { readonly sample: Sample; readonly step: ReasonStep | "delete" };

/**
 * Confirmation dialogs that a row's menu opens: they stay open when the menu, or the row, is
 * removed.
 */
export function useSampleDialogs(actor: Actor, { onDeleted, onReversed }: DialogOptions = {}) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  let dialog: ReactNode = null;
  if (opened?.step === "delete") {
    dialog = (
      <DeleteDialog
        key={opened.sample._id}
        sample={opened.sample}
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        onDeleted={onDeleted}
      />
    );
  } else if (opened !== null) {
    dialog = (
      <ReversalDialog
        step={opened.step}
        sample={opened.sample}
        actor={actor}
        onClose={close}
        onDone={onReversed}
      />
    );
  }
  return { dialog, open: (sample: Sample, step: Opened["step"]) => setOpened({ sample, step }) };
}
