import { CloudAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { EmptyState } from "@/components/pages/EmptyState";
import { Button } from "@/components/ui/button";
import { describeError } from "@/lib/connection/attempt";

export interface ErrorStateProps {
  title?: string;
  /** The server's message, or advice. */
  children?: ReactNode;
  onRetry?: () => void;
  className?: string;
}

/** Replaces a part of the page that failed, with a button to try again. */
export function ErrorState({
  title = "This could not be loaded",
  children,
  onRetry,
  className = "",
}: ErrorStateProps) {
  return (
    <EmptyState
      icon={CloudAlert}
      title={title}
      className={className}
      action={
        onRetry && (
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {children}
    </EmptyState>
  );
}

/** Replaces a screen whose data was refused or failed to load; the shell around it stays. */
export const drawFailure = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState onRetry={reset}>{describeError(error).message}</ErrorState>
);
