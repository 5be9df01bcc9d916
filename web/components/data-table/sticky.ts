import type { CSSProperties } from "react";
import type { Stick } from "./columns";

/** Keeps a cell at its edge once its own place in the row is scrolled out of sight. */
export function stickyStyle(stick: Stick | undefined): CSSProperties | undefined {
  return stick && { position: "sticky", left: stick.leftPx, right: stick.rightPx };
}

/** Lines between what scrolls and a cell that it goes under. */
export function stickyEdge(stick: Stick | undefined): string {
  return stick?.isEdge
    ? "border-x shadow-[-6px_0_8px_-6px_rgb(0_0_0/0.12),6px_0_8px_-6px_rgb(0_0_0/0.12)]"
    : "";
}
