import type { ErrorComponentProps } from "@tanstack/react-router";
import { ReturnButton } from "@/components/ReturnButton";
import { MessageScreen } from "@/components/pages/MessageScreen";
import { Button } from "@/components/ui/button";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { describeError } from "@/lib/connection/attempt";

/** The screen for a page that failed while rendering, and for /500. */
export function ErrorScreen({ error, reset }: Partial<ErrorComponentProps>) {
  useDocumentTitle("Internal server error");
  return (
    <MessageScreen
      code="500"
      title="Internal server error."
      actions={
        <>
          {reset && (
            <Button variant="outline" onClick={reset}>
              Try again
            </Button>
          )}
          <ReturnButton />
        </>
      }
    >
      {error
        ? describeError(error).message
        : "The server did not answer as it should. Nothing you saved is lost."}
    </MessageScreen>
  );
}
