import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { createContext, use, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { describeError } from "@/lib/connection/attempt";
import { AuthLayout } from "@/components/pages/AuthLayout";
import { Card } from "@/components/ui/card";

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
      The page may have been removed, or the address may be mistyped.
    </MessageScreen>
  );
}

interface MessageScreenProps {
  /** Large and muted, above the title: "404". */
  code: string;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}

/** A whole page with one message, such as not found or server error. */
function MessageScreen({ code, title, children, actions }: MessageScreenProps) {
  return (
    <AuthLayout>
      <Card className="flex flex-col items-center gap-3 p-8 text-center shadow-md">
        <p className="text-6xl font-semibold tabular-nums tracking-tight text-muted-foreground">
          {code}
        </p>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {children && <div className="text-sm text-muted-foreground">{children}</div>}
        <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>
      </Card>
    </AuthLayout>
  );
}

/** Link from the 404 and 500 pages back to the app (docs/product.md, "Public pages"). */
function ReturnButton() {
  return (
    <Button asChild>
      <Link to="/dashboard/default">Return to website</Link>
    </Button>
  );
}
