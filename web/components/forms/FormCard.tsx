import type { FormEventHandler, ReactNode } from "react";
import { FormActions, type FormActionsProps } from "@/components/forms/FormActions";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";

export interface FormCardProps extends Omit<
  FormActionsProps,
  "isSticky" | "submitRef" | "className"
> {
  onSubmit: FormEventHandler<HTMLFormElement>;
  title?: ReactNode;
  description?: ReactNode;
  /** False for a short form inside a longer page: its buttons stay at its end. */
  hasStickyActions?: boolean;
  className?: string;
  children: ReactNode;
}

/** A form at most 760 px wide: fields above a sticky bar with the actions. */
export function FormCard({
  onSubmit,
  title,
  description,
  hasStickyActions = true,
  className,
  children,
  ...actions
}: FormCardProps) {
  const { isSubmitting } = actions.form.formState;
  return (
    <Card className={cn("w-full max-w-[760px]", className)}>
      <form onSubmit={onSubmit} noValidate aria-busy={isSubmitting || undefined}>
        {(title || description) && (
          <header className="flex flex-col gap-1 border-b px-5 py-4">
            {title && <h2 className="text-base font-semibold tracking-tight">{title}</h2>}
            {description && <p className="text-sm text-muted-foreground">{description}</p>}
          </header>
        )}
        <div className="flex flex-col gap-5 p-5">{children}</div>
        <FormActions {...actions} isSticky={hasStickyActions} className="rounded-b-lg" />
      </form>
    </Card>
  );
}
