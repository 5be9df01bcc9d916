import type { ErrorComponentProps } from "@tanstack/react-router";
import { createContext, use } from "react";
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
        : "The server did not answer as it should. Nothing you saved is lost."}
    </MessageScreen>
  );
}

/** Draws the failure of a route below; the app's shell provides a smaller one, and stays. */
export const DrawFailure = createContext((failure: ErrorComponentProps) => (
  <ErrorScreen {...failure} />
));

/** The error component of every route. */
export function RouteFailure(failure: ErrorComponentProps) {
  return use(DrawFailure)(failure);
}

export function NotFoundScreen() {
  useDocumentTitle("Page not found");
  return (
    <MessageScreen code="404" title="Page not found." actions={<ReturnButton />}>
      The page you are looking for might have been removed, or the address is mistyped.
    </MessageScreen>
  );
}
