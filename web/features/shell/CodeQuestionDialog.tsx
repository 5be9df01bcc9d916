import { useRef } from "react";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogHeader,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button, buttonVariants } from "@/components/ui/button";
import { codeQuestion } from "@/lib/keys/codeQuestion";
import { useObservable } from "@/lib/observable";
import { CODE_QUESTION } from "#domain/common/messages";
import type { ReaderLayout } from "#domain/keys/typedCode";

const LAYOUTS = ["us", "computer"] as const satisfies readonly ReaderLayout[];

/** Asks which code the label shows, after a scan that depends on the reader's keyboard. */
export function CodeQuestionDialog() {
  const question = useObservable(codeQuestion);
  const answer = useRef<() => void>(null);
  const choose = (layout: ReaderLayout) => {
    answer.current = () => question?.answer(layout);
    codeQuestion.set(null);
  };
  /** Answers once the focus is back where it was. */
  const onClosed = () => {
    const act = answer.current;
    answer.current = null;
    if (act !== null) setTimeout(act);
  };
  return (
    <AlertDialog
      open={question !== null}
      onOpenChange={(isOpen) => !isOpen && codeQuestion.set(null)}
    >
      <AlertDialogContent onCloseAutoFocus={onClosed}>
        <AlertDialogHeader>
          <AlertDialogTitle>{CODE_QUESTION.title}</AlertDialogTitle>
          <AlertDialogDescription>{CODE_QUESTION.description}</AlertDialogDescription>
        </AlertDialogHeader>
        <div className="grid gap-2">
          {LAYOUTS.map((layout) => (
            <Button
              key={layout}
              variant="outline"
              className="h-auto min-h-9 whitespace-normal font-mono [overflow-wrap:anywhere]"
              onClick={() => choose(layout)}
            >
              {question?.codes[layout]}
            </Button>
          ))}
          <AlertDialogCancel className={buttonVariants({ variant: "ghost" })}>
            {CODE_QUESTION.neither}
          </AlertDialogCancel>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
