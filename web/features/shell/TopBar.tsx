import { Link } from "@tanstack/react-router";
import { PanelLeft } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Wordmark } from "@/components/Wordmark";
import { themeStore, useTheme } from "@/hooks/useTheme";
import { InboxButton } from "./inbox/InboxButton";
import { PaletteButton } from "./palette/PaletteButton";
import { UserMenu } from "./UserMenu";
import { useToastSlot } from "./useToastSlot";

type TopBarProps = { onOpenTheme: () => void; onOpenPalette: () => void };

export function TopBar({ onOpenTheme, onOpenPalette }: TopBarProps) {
  const { sidebarBehavior } = useTheme();
  const barRef = useRef<HTMLElement>(null);
  const gapRef = useRef<HTMLDivElement>(null);
  useToastSlot(barRef, gapRef);
  const isCompact = sidebarBehavior === "compact";
  return (
    <header
      ref={barRef}
      data-top-bar
      className="no-print sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-b bg-card px-4 sm:px-6"
    >
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2 hidden lg:inline-flex"
        aria-label={isCompact ? "Unfold the sidebar" : "Fold the sidebar"}
        aria-pressed={isCompact}
        onClick={() => themeStore.set("sidebarBehavior", isCompact ? "sticky" : "compact")}
      >
        <PanelLeft />
      </Button>
      <Link
        to="/dashboard/homefs"
        aria-label="SMS, dashboard"
        className="flex items-center rounded-md coarse:h-11 lg:hidden"
      >
        <Wordmark />
      </Link>
      <div ref={gapRef} className="h-full flex-1" />
      <div className="flex items-center gap-1">
        <PaletteButton onOpen={onOpenPalette} />
        <InboxButton />
        <UserMenu onOpenTheme={onOpenTheme} />
      </div>
    </header>
  );
}
