import type { CSSProperties } from "react";
import type { Stick } from "./columns";

/** Keeps a cell at its edge once its own place in the row is scrolled out of sight. */
export function stickyStyle(stick: Stick | undefined): CSSProperties | undefined {
  return stick && { position: "sticky", [stick.side]: stick.offsetPx };
}

/** A line between what scrolls and the innermost cell that stays at the right edge. */
export function stickyEdge(stick: Stick | undefined): string {
  return stick?.isEdge ? "border-l shadow-[-6px_0_8px_-6px_rgb(0_0_0/0.12)]" : "";
}
