import { useState, type PointerEvent } from "react";

type ResizeHandleProps = { widthPx: number; onResize: (widthPx: number) => void };

/** The edge between two headings: dragging moves a line, and releasing it sets the width. */
export function ResizeHandle({ widthPx, onResize }: ResizeHandleProps) {
  const [drag, setDrag] = useState<{ fromX: number; byPx: number } | null>(null);
  const follow = ({ clientX }: PointerEvent) =>
    setDrag((before) => before && { ...before, byPx: clientX - before.fromX });
  const end = () => {
    if (drag !== null && drag.byPx !== 0) onResize(widthPx + drag.byPx);
    setDrag(null);
  };
  return (
    <span
      aria-hidden
      // Draggable itself, so that dragging it does not move the column.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ fromX: event.clientX, byPx: 0 });
      }}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      className="absolute inset-y-1 -right-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px hover:after:bg-primary"
    >
      {drag !== null && (
        <span
          className="absolute top-0 h-screen w-0.5 bg-primary"
          style={{ left: `calc(50% + ${drag.byPx}px)` }}
        />
      )}
    </span>
  );
}
