import type { ReactNode } from "react";

type FactProps = {
  label: string;
  children: ReactNode;
};

/** A label and its value, as two cells of a list's grid. */
export function Fact({ label, children }: FactProps) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0 whitespace-pre-line tabular-nums [overflow-wrap:anywhere]">
        {children}
      </dd>
    </>
  );
}
