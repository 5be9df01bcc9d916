import { X } from "lucide-react";
import { Dialog as SheetPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { overlayClasses } from "@/components/ui/overlay";
import { cn } from "@/lib/utils";

export const Sheet = SheetPrimitive.Root;
export const SheetTrigger = SheetPrimitive.Trigger;

const SIDES = {
  left: "inset-y-0 left-0 h-full w-80 max-w-[85vw] border-r slide-in-from-left",
  right: "inset-y-0 right-0 h-full w-80 max-w-[85vw] border-l slide-in-from-right",
  bottom: "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-xl border-t slide-in-from-bottom",
} as const;

export function SheetContent({
  side = "right",
  className,
  children,
  ...props
}: ComponentProps<typeof SheetPrimitive.Content> & { side?: keyof typeof SIDES }) {
  return (
    <SheetPrimitive.Portal>
      <SheetPrimitive.Overlay className={overlayClasses} />
      <SheetPrimitive.Content
        data-side-sheet={side === "right" || undefined}
        className={cn(
          "fixed z-50 flex flex-col gap-4 overflow-y-auto bg-card p-5 text-card-foreground shadow-xl animate-in",
          SIDES[side],
          className,
        )}
        {...props}
      >
        {children}
        <SheetPrimitive.Close
          className="absolute right-3 top-3 grid size-8 coarse:right-1.5 coarse:top-1.5 coarse:size-11 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          aria-label="Close"
        >
          <X className="size-4" />
        </SheetPrimitive.Close>
      </SheetPrimitive.Content>
    </SheetPrimitive.Portal>
  );
}

export function SheetTitle({ className, ...props }: ComponentProps<typeof SheetPrimitive.Title>) {
  return (
    <SheetPrimitive.Title
      className={cn("pr-8 text-base font-semibold tracking-tight", className)}
      {...props}
    />
  );
}

export function SheetDescription({
  className,
  ...props
}: ComponentProps<typeof SheetPrimitive.Description>) {
  return (
    <SheetPrimitive.Description
      className={cn("text-sm text-muted-foreground", className)}
      {...props}
    />
  );
}
