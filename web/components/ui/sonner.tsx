import { Toaster as Sonner, type ToasterProps } from "sonner";

/** Where `toast(…)` of sonner appears; mounted once, in routes/__root.tsx. */
export function Toaster(props: ToasterProps) {
  return (
    <Sonner
      position="bottom-right"
      // Above the phone's bottom bar.
      mobileOffset={{ bottom: 80 }}
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
