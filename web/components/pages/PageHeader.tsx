import type { ReactNode } from "react";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";

export interface PageHeaderProps {
  title: string;
  /** The tab's title, if it differs from the page's. */
  tabTitle?: string | undefined;
  description?: ReactNode;
  /** Buttons on the right; on a phone below the title. */
  actions?: ReactNode;
}

/** The page's h1; also sets the tab's title. Each screen has exactly one. */
export function PageHeader({ title, tabTitle = title, description, actions }: PageHeaderProps) {
  useDocumentTitle(tabTitle);
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:mb-5">
      <div className="min-w-0 lg:grow">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && (
          // On a laptop a long description wraps, so that the buttons do not move.
          <p className="mt-1 text-sm text-muted-foreground lg:w-0 lg:min-w-full">{description}</p>
        )}
      </div>
      {actions && <div className="no-print flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
