import type { ReactNode } from "react";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { cn } from "@/lib/utils";

export function sidebarEntryClasses(isCompact: boolean): string {
  return cn(
    "flex h-8 coarse:h-11 w-full items-center gap-2.5 rounded-md px-2 text-sm text-sidebar-foreground transition-colors hover:bg-sidebar-active/70 hover:text-sidebar-active-foreground focus-visible:ring-sidebar-active-foreground focus-visible:ring-offset-0 [&_svg]:size-4 [&_svg]:shrink-0",
    isCompact && "justify-center",
  );
}

/** One entry of the sidebar; if collapsed to an icon, its label is a tooltip. */
export function SidebarEntry({
  label,
  isCompact,
  children,
}: {
  label: string;
  isCompact: boolean;
  children: ReactNode;
}) {
  if (!isCompact) return <li>{children}</li>;
  return (
    <li>
      <Tooltip>
        <TooltipTrigger asChild>{children}</TooltipTrigger>
        <TooltipContent side="right">{label}</TooltipContent>
      </Tooltip>
    </li>
  );
}
