import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";

/** Asks before typed values are lost: through a link in the app, or through closing the tab. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      question="Leave without saving?"
      explanation="What you typed in this form is not saved yet."
      // Staying is the prominent choice, because typed values cannot be brought back.
      cancel="Stay here"
      cancelVariant="default"
      confirm={
        <Button variant="outline" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      }
    />
  );
}
