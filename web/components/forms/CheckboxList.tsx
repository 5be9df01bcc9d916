import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/lib/utils";

type CheckboxListProps<Value extends string> = {
  legend: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error?: string | undefined;
  /** Two columns from tablet width on. */
  isWide?: boolean;
};

/** A list of checkboxes for a few options. */
export function CheckboxList<Value extends string>({
  legend,
  options,
  chosen,
  onChange,
  error,
  isWide = false,
}: CheckboxListProps<Value>) {
  const errorId = useId();
  const toggle = (value: Value, isChosen: boolean) => {
    const values = options.map((option) => option.value);
    onChange(values.filter((each) => (each === value ? isChosen : chosen.includes(each))));
  };
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={cn("grid gap-x-4", isWide && "sm:grid-cols-2")}>
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-8 items-center gap-3 text-sm coarse:min-h-11">
            <Checkbox
              checked={chosen.includes(value)}
              onCheckedChange={(isChosen) => toggle(value, isChosen === true)}
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 flex gap-1.5 text-xs text-destructive">
          <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  );
}
