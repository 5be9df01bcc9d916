import type { CSSProperties } from "react";
import type { Stick } from "./columns";

/** Keeps a cell at its edge once its own place in the row is scrolled out of sight. */
export function stickyStyle(stick: Stick | undefined): CSSProperties | undefined {
  return stick && { position: "sticky", [stick.side]: stick.offsetPx };
}

/** A faint shadow over the cells that scroll under this one, the innermost at the right edge. */
export function stickyShadow(stick: Stick | undefined): string {
  return stick?.isEdge ? "shadow-[-6px_0_6px_-6px_hsl(var(--foreground)/0.18)]" : "";
}
