import { Fragment } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { Input } from "@/components/ui/input";
import { SETTING_LABELS } from "#domain/people/settings";
import { THRESHOLD_DEFAULTS, type Threshold } from "#domain/custody/thresholds";
import type { SettingsValues } from "./settingsValues";

type Row = {
  readonly label: string;
  readonly limit: Threshold;
  readonly unit: "days" | "samples";
  /** Days between reminders. */
  readonly reminder: Threshold;
};

const ROWS: readonly Row[] = [
  { label: "In transit", limit: "trInTransitDays", unit: "days", reminder: "trInTransitDaysRec" },
  { label: "In return", limit: "trInReturnDays", unit: "days", reminder: "trInReturnDaysRec" },
  { label: "Request lost", limit: "trOSRequestDays", unit: "days", reminder: "trOSRequestDaysRec" },
  {
    label: "In responsibility",
    limit: "trOwnerSamples",
    unit: "samples",
    reminder: "trOwnerSamplesRec",
  },
  { label: "In use", limit: "samplmax", unit: "samples", reminder: "samplmaxr" },
];

const HEADING = "pb-1 text-xs font-medium text-muted-foreground";

type ThresholdTableProps = { form: UseFormReturn<SettingsValues>; isDisabled: boolean };

/** The ten thresholds: each kind's limit next to its days between reminders. */
export function ThresholdTable({ form, isDisabled }: ThresholdTableProps) {
  const field = (name: Threshold, unit: string) => (
    <ThresholdField form={form} name={name} unit={unit} isDisabled={isDisabled} />
  );
  return (
    <fieldset className="min-w-0 border-t pt-5">
      <legend className="float-left mb-3 w-full">
        <span className="block text-sm font-semibold">Reminders</span>
        <span className="block text-xs text-muted-foreground">
          When a hand-over counts as overdue, how many samples are too many, and how often to send
          reminders.
        </span>
      </legend>
      <div className="clear-both grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_9rem_9rem]">
        <span />
        <span className={HEADING}>After</span>
        <span className={HEADING}>
          Again every<span className="sm:hidden"> (days)</span>
        </span>
        {ROWS.map(({ label, limit, unit, reminder }) => (
          <Fragment key={limit}>
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 py-2 text-sm">
              {label}
              {/* A phone's fields have no room for it. */}
              <span className="text-xs text-muted-foreground sm:hidden">{unit}</span>
              <Defaults form={form} limit={limit} unit={unit} reminder={reminder} />
            </span>
            {field(limit, unit)}
            {field(reminder, "days")}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

type DefaultsProps = { form: UseFormReturn<SettingsValues> } & Omit<Row, "label">;

/** The default values of a row that has others. */
function Defaults({ form, limit, unit, reminder }: DefaultsProps) {
  const values = useWatch({ control: form.control, name: [limit, reminder] });
  const defaults = [THRESHOLD_DEFAULTS[limit], THRESHOLD_DEFAULTS[reminder]] as const;
  if (values.every((value, index) => value.trim() === String(defaults[index]))) return null;
  return (
    <span className="text-xs text-muted-foreground">
      default {defaults[0]} {unit}, again every {daysInWords(defaults[1])}
    </span>
  );
}

const daysInWords = (days: number) => (days === 1 ? "day" : `${days} days`);

type ThresholdFieldProps = ThresholdTableProps & { name: Threshold; unit: string };

/** A whole number with its unit; the table shows its label, which assistive technology reads. */
function ThresholdField({ form, name, unit, isDisabled }: ThresholdFieldProps) {
  const error = form.formState.errors[name]?.message;
  const errorId = `${name}-error`;
  return (
    <div className="min-w-0">
      <span className="relative block">
        <Input
          {...form.register(name)}
          aria-label={SETTING_LABELS[name]}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          inputMode="numeric"
          autoComplete="off"
          disabled={isDisabled}
          className="tabular-nums sm:pr-16"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-muted-foreground max-sm:hidden"
        >
          {unit}
        </span>
      </span>
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1 text-xs text-destructive">
          {error}
        </p>
      )}
    </div>
  );
}
