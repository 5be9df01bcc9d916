import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";

type UnsavedGuardProps = {
  isDirty: boolean;
  /** The path of another screen that keeps what was typed. */
  keptAt?: string | undefined;
  /** Called when the person leaves without saving. */
  onDiscard?: () => void;
};

/**
 * Asks before typed values are lost: through a link in the app, or through closing the tab. A
 * sample's sheet opens over the form, at the same path, and loses nothing.
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
      explanation="What you typed in this form is not saved yet."
      // Staying is the prominent choice, because typed values cannot be brought back.
      cancel="Stay here"
      cancelVariant="default"
      confirm={
        <Button
          variant="outline"
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
