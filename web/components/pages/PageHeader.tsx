import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { GoBack } from "@/components/pages/GoBack";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { cn } from "@/lib/utils";

export interface PageHeaderProps {
  title: string;
  /** The tab's title, if it differs from the page's. */
  tabTitle?: string | undefined;
  description?: ReactNode;
  /** For a page opened from another one: Go Back is left of the title, and leads here by default. */
  back?: NonNullable<LinkProps["to"]>;
  /** Buttons on the right; below the title if they are too wide. */
  actions?: ReactNode;
  /** On a phone only assistive technology reads the title: the content begins with its own. */
  isHiddenOnPhone?: boolean;
}

/** The page's h1; also sets the tab's title. Each screen has exactly one. */
export function PageHeader({
  title,
  tabTitle = title,
  description,
  back,
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
      {/* Next to the title as long as it keeps this width; below it otherwise. */}
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex min-w-0 items-center gap-x-3 max-sm:gap-x-1">
          {back && <GoBack to={back} />}
          <h1 className="min-w-0 text-xl font-semibold tracking-tight">{title}</h1>
        </div>
        {description && <p className="mt-1 text-sm text-muted-foreground">{description}</p>}
      </div>
      {actions && <div className="no-print flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
