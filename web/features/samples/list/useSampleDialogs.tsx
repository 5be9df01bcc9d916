import { useState, type ReactNode } from "react";
import { ReversalDialog } from "@/components/sample/ReversalDialog";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import type { Actor, ReasonStep } from "#domain/custody/workflow";
import { DeleteDialog } from "./DeleteDialog";

type Opened = { readonly sample: Sample; readonly step: ReasonStep | "delete" };

/**
 * Confirmation dialogs that a row's menu opens: they stay open when the menu, or the row, is
 * removed.
 */
export function useSampleDialogs(actor: Actor) {
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
      />
    );
  } else if (opened !== null) {
    dialog = (
      <ReversalDialog step={opened.step} sample={opened.sample} actor={actor} onClose={close} />
    );
  }
  return { dialog, open: (sample: Sample, step: Opened["step"]) => setOpened({ sample, step }) };
}
