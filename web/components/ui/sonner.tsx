import { Toaster as Sonner, type ToasterProps } from "sonner";

/** Shows the toasts of sonner's `toast(…)`; drawn once, by routes/__root.tsx. */
export function Toaster(props: ToasterProps) {
  return (
    <Sonner
      position="bottom-right"
      // Above the buttons of a bar that stays in sight (--action-bar), and on a phone above its
      // bottom bar and the connection bar on top of it.
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
