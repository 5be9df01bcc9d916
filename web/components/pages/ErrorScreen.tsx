import type { ErrorComponentProps } from "@tanstack/react-router";
import { MessageScreen, ReturnButton } from "./MessageScreen";
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
        : "Something went wrong on the server. Everything you saved is safe."}
    </MessageScreen>
  );
}

export function NotFoundScreen() {
  useDocumentTitle("Page not found");
  return (
    <MessageScreen code="404" title="Page not found." actions={<ReturnButton />}>
      The page may have been removed, or the address may be mistyped.
    </MessageScreen>
  );
}
