import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";

type UnsavedGuardProps = {
  isDirty: boolean;
  /** Path of another screen that keeps the typed values. */
  keptAt?: string | undefined;
  /** Called if the person leaves without saving. */
  onDiscard?: () => void;
};

/**
 * Asks before typed values would be lost by a link in the app or by closing the tab. A sample's
 * sheet opens above the form, at the same path, so it does not count as leaving.
 */
export function UnsavedGuard({ isDirty, keptAt, onDiscard }: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && next.pathname !== current.pathname && next.pathname !== keptAt,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      question="Leave without saving?"
      explanation="Your changes in this form will be lost."
      cancel="Stay here"
      confirm={
        <Button
          variant="destructive"
          onClick={() => {
            onDiscard?.();
            blocker.proceed?.();
          }}
        >
          Leave
        </Button>
      }
    />
  );
}
