import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils";

export const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md text-sm font-medium transition-colors disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        default: "bg-primary text-primary-foreground shadow-sm hover:bg-primary/90",
        destructive: "bg-destructive text-destructive-foreground shadow-sm hover:bg-destructive/90",
        outline: "border border-border bg-card text-foreground shadow-sm hover:bg-accent",
        secondary: "bg-secondary text-secondary-foreground hover:bg-secondary/70",
        ghost: "text-foreground hover:bg-accent",
        link: "text-primary underline-offset-4 hover:underline",
      },
      size: {
        default: "h-10 px-4 sm:h-9 coarse:h-11 coarse:min-w-11",
        sm: "h-8 px-3 text-xs coarse:h-11 coarse:min-w-11",
        lg: "h-11 px-6",
        icon: "size-10 sm:size-9 coarse:size-11",
        "icon-sm": "size-8 coarse:size-11",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonVariants> {
  /** Renders the child (a link, say) with the button's styles. */
  asChild?: boolean;
  /** Shows progress and ignores presses; keeps the button's width and focus. */
  loading?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild = false,
  loading = false,
  type,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      // A loading button must not submit again, but must keep the keyboard focus. It remains the
      // submit button: a form with one text field and no submit button submits at every Enter.
      type={type ?? "button"}
      className={cn(classes, "relative", loading && "cursor-progress")}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle className="animate-spin" aria-hidden />
        </span>
      )}
      <span className={loading ? "inline-flex items-center gap-2 opacity-0" : "contents"}>
        {children}
      </span>
    </button>
  );
}
