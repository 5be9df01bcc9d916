import { Toaster as Sonner, type ToasterProps } from "sonner";

/** Renders the toasts of sonner's `toast(…)`; mounted once, by routes/__root.tsx. */
export function Toaster(props: ToasterProps) {
  return (
    <Sonner
      position="bottom-right"
      // Above the buttons of a sticky bar (--action-bar); on a phone above the bottom bar and the
      // connection bar.
      offset={{ bottom: "calc(24px + var(--action-bar))" }}
      mobileOffset={{ bottom: "calc(104px + var(--action-bar))" }}
      toastOptions={{
        classNames: {
          toast:
            "!rounded-lg !border !border-border !bg-popover !font-sans !text-sm !text-popover-foreground !shadow-lg",
          description: "!text-muted-foreground",
          actionButton: "!bg-primary !text-primary-foreground coarse:!h-11 coarse:!px-4",
        },
      }}
      {...props}
    />
  );
}
