import { Toaster as Sonner, type ToasterProps } from "sonner";

/** Shows the toasts of sonner's `toast(…)`; drawn once, by routes/__root.tsx. */
export function Toaster(props: ToasterProps) {
  return (
    <Sonner
      position="bottom-right"
      // Above the phone's bottom bar, and the connection bar on top of it.
      mobileOffset={{ bottom: 104 }}
      toastOptions={{
        classNames: {
          toast:
            "!rounded-lg !border !border-border !bg-popover !font-sans !text-sm !text-popover-foreground !shadow-lg",
          description: "!text-muted-foreground",
          actionButton: "!bg-primary !text-primary-foreground",
        },
      }}
      {...props}
    />
  );
}
