import type { ReactNode } from "react";

type StepSectionProps = {
  title: string;
  note?: ReactNode;
  children: ReactNode;
};

/** One step of the import, under its heading. */
export function StepSection({ title, note, children }: StepSectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <div>
        <h2 className="text-base font-semibold tracking-tight">{title}</h2>
        {note && <p className="mt-0.5 text-sm text-muted-foreground">{note}</p>}
      </div>
      {children}
    </section>
  );
}
