import { ChevronDown, CircleCheck } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";
import type { Section } from "./sections";

type SampleSectionProps = {
  section: Section;
  isOpen: boolean;
  isComplete: boolean;
  /** One-line summary of the fields, shown while the section is folded. */
  summary: string;
  /** Undefined: the section cannot be folded. */
  onToggle?: (() => void) | undefined;
  /** In its own narrow column on wide windows. */
  isAside: boolean;
  /** Right of the heading. */
  action?: ReactNode;
  /** Between heading and fields, also while the section is folded. */
  note?: ReactNode;
  children: ReactNode;
};

/** A card of the sample form; folded, it shows one line that summarizes the values. */
export function SampleSection({
  section,
  isOpen,
  summary,
  onToggle,
  ...props
}: SampleSectionProps) {
  const { isComplete, isAside } = props;
  const id = useId();
  const { name, title, description, fields } = section;
  const isDone = isComplete && fields.some(({ isOptional }) => !isOptional);
  return (
    <Card className="min-w-0" data-section={name}>
      {onToggle === undefined ? (
        <header className="flex items-center justify-between gap-4 px-5 pt-4 sm:items-start">
          <div>
            <h2 className="text-sm font-semibold">{title}</h2>
            {description && (
              <p className="hidden text-xs text-muted-foreground sm:block">{description}</p>
            )}
          </div>
          {props.action}
        </header>
      ) : (
        <h2 className="flex">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            className="flex min-h-12 w-full min-w-0 items-center gap-3 rounded-lg px-5 py-3 text-left text-sm hover:bg-accent/60 focus-visible:ring-2 focus-visible:ring-inset focus-visible:ring-ring"
          >
            <span className="shrink-0 font-semibold">{title}</span>
            <span className="flex min-w-0 flex-1 items-center gap-1.5 text-muted-foreground">
              {!isOpen && isDone && (
                <CircleCheck className="size-4 shrink-0 text-success-foreground" aria-hidden />
              )}
              <span className="truncate">{!isOpen && summary}</span>
            </span>
            <ChevronDown
              aria-hidden
              className={cn("size-4 shrink-0 text-muted-foreground", isOpen && "rotate-180")}
            />
          </button>
        </h2>
      )}
      {props.note}
      <div
        id={id}
        hidden={!isOpen}
        className={cn(
          "grid gap-4 px-5 pb-5 pt-3",
          name === "identifiers" ? "sm:grid-cols-3" : "sm:grid-cols-2",
          isAside && "xl:grid-cols-1",
          !isOpen && "hidden",
        )}
      >
        {props.children}
      </div>
    </Card>
  );
}
