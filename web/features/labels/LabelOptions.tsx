import { useId } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { LABEL_FORMATS, type LabelFormat } from "#domain/samples/labels";

type LabelOptionsProps = {
  format: LabelFormat;
  onFormat: (id: string) => void;
  /** Labels already used on the first sheet. */
  skipped: number;
  onSkipped: (skipped: number) => void;
};

/** Chooses the sheet or roll that the labels are printed on. */
export function LabelOptions({ format, onFormat, skipped, onSkipped }: LabelOptionsProps) {
  const id = useId();
  const perPage = format.columns * format.rows;
  return (
    <div className="mb-5 flex flex-wrap items-end gap-4">
      <div className="flex min-w-64 max-w-full flex-col gap-1.5">
        <Label htmlFor={`${id}-format`}>Printed on</Label>
        <Select
          id={`${id}-format`}
          value={format.id}
          onChange={({ target }) => onFormat(target.value)}
        >
          {LABEL_FORMATS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {perPage > 1 && (
        <div className="flex w-44 flex-col gap-1.5">
          <Label htmlFor={`${id}-skipped`}>Used on the first sheet</Label>
          <Input
            id={`${id}-skipped`}
            type="number"
            min={0}
            max={perPage - 1}
            value={skipped}
            onChange={({ target }) => {
              const typed = Math.trunc(target.valueAsNumber) || 0;
              onSkipped(Math.max(0, Math.min(perPage - 1, typed)));
            }}
          />
        </div>
      )}
    </div>
  );
}
