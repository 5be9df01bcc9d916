import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/Wordmark";

export interface ScreenProps {
  /** Large and quiet, above the title: "404". */
  code?: string;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A whole page with one message: not found, server error. */
export function Screen({ code, title, children, actions }: ScreenProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 px-6 py-10 text-center">
      <Link to="/" aria-label="SMS, start page">
        <Wordmark />
      </Link>
      <div className="flex flex-col items-center gap-3">
        {code && (
          <p className="text-6xl font-semibold tabular-nums tracking-tight text-muted-foreground/60">
            {code}
          </p>
        )}
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {children && <div className="max-w-md text-sm text-muted-foreground">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
    </main>
  );
}
