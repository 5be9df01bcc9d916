import { CircleAlert, TriangleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Label } from "@/components/ui/label";
import { cn } from "@/lib/utils";

/**
 * Attributes that a Field's control spreads onto itself, to be linked with label, help and error.
 */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  /** Name of a control without a visible label. */
  "aria-label"?: string;
}

export interface FieldProps {
  label: ReactNode;
  /** Explains the value or how to type it; always visible. */
  help?: ReactNode;
  /** Why the value is refused; blocks the submit. */
  error?: ReactNode;
  /** Notes an unusual value, such as a wrong IMEI check digit; does not block the submit. */
  warning?: ReactNode;
  optional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, control, help below, error in place. */
export function Field({ label, help, error, warning, optional, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [
    help && `${id}-help`,
    error && `${id}-error`,
    !error && warning && `${id}-warning`,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <Label htmlFor={id}>
        {label}
        {optional && <span className="ml-1.5 font-normal text-muted-foreground">optional</span>}
      </Label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted-foreground">
          {help}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="flex items-start gap-1.5 text-xs text-destructive"
        >
          <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {!error && warning && (
        <div
          id={`${id}-warning`}
          role="status"
          className="flex items-start gap-1.5 text-xs text-warning-foreground"
        >
          <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
          <span>{warning}</span>
        </div>
      )}
    </div>
  );
}
