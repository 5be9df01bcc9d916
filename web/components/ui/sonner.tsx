import type { CSSProperties } from "react";
import { Toaster as Sonner } from "sonner";
import type { ToastSlot } from "@/lib/toastSlot";

/** Distance from the top of the window, px: a toast of one line is as high as the top bar. */
const TOP_PX = 5;
/** Distance from the window's edges on a phone and on pages without a top bar, px. */
const EDGE_PX = 8;

const WIDTH = "35rem";

/** As wide as the slot, but not under an open sheet (`--side-sheet` of web/styles.css). */
const widthIn = ({ left, width }: ToastSlot) =>
  `min(${WIDTH}, ${width}px, 100vw - ${left}px - var(--side-sheet) - ${EDGE_PX}px)`;

/** Renders the toasts of sonner's `toast(…)`. */
export function Toaster({ slot }: { slot: ToastSlot | null }) {
  const offset = slot === null ? { top: TOP_PX } : { top: TOP_PX, left: slot.left, right: "auto" };
  return (
    <Sonner
      position={slot === null ? "top-center" : "top-left"}
      visibleToasts={1}
      closeButton
      style={
        {
          "--width": slot === null ? `min(${WIDTH}, 100vw - 16px)` : widthIn(slot),
        } as CSSProperties
      }
      offset={offset}
      mobileOffset={{ top: TOP_PX, left: EDGE_PX, right: EDGE_PX }}
      toastOptions={{
        closeButtonAriaLabel: "Hide message",
        classNames: {
          toast:
            "!min-h-[46px] !gap-2 !rounded-lg !border !border-border !bg-popover !px-3 !py-1 !font-sans !text-[13px] !leading-[18px] !text-popover-foreground !shadow-lg",
          content: "!block max-h-[54px] overflow-hidden",
          title: "!inline !leading-[18px]",
          description: "!ml-1.5 !inline !leading-[18px] !text-muted-foreground",
          actionButton:
            "!h-8 !rounded-md !bg-primary !px-3 !text-primary-foreground coarse:!h-11 coarse:!px-4",
          closeButton:
            "!relative !inset-auto !order-last !size-8 !shrink-0 !transform-none !rounded-md !border-0 !bg-transparent !text-muted-foreground hover:!bg-accent coarse:!size-11",
        },
      }}
    />
  );
}
