import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

/** One section of the page, with its own heading. */
export function PersonSection({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card className="min-w-0">
      <section aria-label={title}>
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b px-4 py-2">
          <h2 className="text-sm font-semibold">{title}</h2>
          {action}
        </header>
        {children}
      </section>
    </Card>
  );
}
