import { useId } from "react";
import { Field } from "@/components/forms/Field";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import {
  CUSTOM,
  CUSTOM_SIDES,
  LABEL_FORMATS,
  type LabelFormat,
} from "#domain/samples/labelFormats";
import { RESOLUTIONS } from "#domain/samples/zplLabel";
import type { LabelSettings } from "./labelSettings";

type LabelOptionsProps = {
  settings: LabelSettings;
  format: LabelFormat;
  onSettings: (settings: LabelSettings) => void;
  /** Labels already used on the first sheet. */
  skipped: number;
  onSkipped: (skipped: number) => void;
};

/** Chooses the sheet or roll that the labels are printed on, and the size of their texts. */
export function LabelOptions(props: LabelOptionsProps) {
  const { settings, format, onSettings, skipped, onSkipped } = props;
  const id = useId();
  const perPage = format.columns * format.rows;
  const change = (changed: Partial<LabelSettings>) => onSettings({ ...settings, ...changed });
  return (
    <div className="mb-5 flex flex-wrap items-end gap-4">
      <Field label="Printed on" className="min-w-64 max-w-full">
        {(control) => (
          <Select
            {...control}
            value={format.id}
            onChange={({ target }) => change({ formatId: target.value })}
          >
            {LABEL_FORMATS.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={CUSTOM}>Roll, another size</option>
          </Select>
        )}
      </Field>
      {format.id === CUSTOM && (
        <>
          <SideField
            label="Width, mm"
            value={settings.width}
            onChange={(width) => change({ width })}
          />
          <SideField
            label="Height, mm"
            value={settings.height}
            onChange={(height) => change({ height })}
          />
        </>
      )}
      {perPage > 1 && (
        <Field label="Used on the first sheet" className="w-44">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={perPage - 1}
              value={skipped}
              onChange={({ target }) => {
                const typed = Math.trunc(target.valueAsNumber) || 0;
                onSkipped(Math.max(0, Math.min(perPage - 1, typed)));
              }}
            />
          )}
        </Field>
      )}
      <Field label="Printer (ZPL)" className="w-36">
        {(control) => (
          <Select
            {...control}
            value={settings.resolution}
            onChange={({ target }) => {
              const resolution = RESOLUTIONS.find((dpi) => String(dpi) === target.value);
              if (resolution !== undefined) change({ resolution });
            }}
          >
            {RESOLUTIONS.map((dpi) => (
              <option key={dpi} value={dpi}>
                {dpi} dpi
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Label htmlFor={`${id}-large`} className="flex h-10 items-center gap-2 font-normal md:h-9">
        <Checkbox
          id={`${id}-large`}
          checked={settings.isLarge}
          onCheckedChange={(checked) => change({ isLarge: checked === true })}
        />
        Larger texts
      </Label>
    </div>
  );
}

type SideFieldProps = { label: string; value: number; onChange: (mm: number) => void };

/** A side of a custom label; while it is typed, the last possible value stays in use. */
function SideField({ label, value, onChange }: SideFieldProps) {
  const { min, max } = CUSTOM_SIDES;
  return (
    <Field label={label} className="w-28">
      {(control) => (
        <Input
          {...control}
          type="number"
          min={min}
          max={max}
          step="any"
          defaultValue={value}
          title={`From ${min} to ${max} mm`}
          onChange={({ target }) => {
            if (target.checkValidity() && target.value !== "") onChange(target.valueAsNumber);
          }}
          onBlur={({ target }) => {
            target.value = String(value);
          }}
        />
      )}
    </Field>
  );
}
