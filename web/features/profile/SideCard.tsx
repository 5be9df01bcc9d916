import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";

interface SideCardProps {
  title: string;
  description?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A titled card without a form of its own. */
export function SideCard({ title, description, className, children }: SideCardProps) {
  return (
    <Card className={cn("w-full max-w-[760px]", className)}>
      <header className="border-b px-5 py-4">
        <h2 className="text-base font-semibold tracking-tight">{title}</h2>
        {description && <p className="mt-1 text-sm text-muted-foreground">{description}</p>}
      </header>
      <div className="p-5">{children}</div>
    </Card>
  );
}
