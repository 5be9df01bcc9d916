import type { ReactNode } from "react";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { cn } from "@/lib/utils";

export interface PageHeaderProps {
  title: string;
  /** The tab's title, if it differs from the page's. */
  tabTitle?: string | undefined;
  description?: ReactNode;
  /** Buttons on the right; on a phone below the title. */
  actions?: ReactNode;
  /** On a phone only assistive technology reads the title: the content begins with its own. */
  isHiddenOnPhone?: boolean;
}

/** The page's h1; also sets the tab's title. Each screen has exactly one. */
export function PageHeader({
  title,
  tabTitle = title,
  description,
  actions,
  isHiddenOnPhone = false,
}: PageHeaderProps) {
  useDocumentTitle(tabTitle);
  return (
    <header
      className={cn(
        "mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:mb-5",
        isHiddenOnPhone && "max-md:sr-only",
      )}
    >
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
