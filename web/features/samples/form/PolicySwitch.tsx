import { useNavigate } from "@tanstack/react-router";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { keysOf } from "#domain/common/objects";
import { SAMPLE_FORMS } from "./forms";

type FormName = keyof typeof SAMPLE_FORMS;

const OPTIONS = keysOf(SAMPLE_FORMS).map((name) => ({
  value: name,
  label: SAMPLE_FORMS[name].policy,
}));

/**
 * Switches between the two forms for a new sample, which differ in whether they accept a duplicate
 * IMEI. Typed values are kept.
 */
export function PolicySwitch({ current }: { current: FormName }) {
  const navigate = useNavigate();
  return (
    <div data-below className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm text-muted-foreground" aria-hidden>
        Duplicate IMEI
      </span>
      <SegmentedControl
        label="Duplicate IMEI"
        options={OPTIONS}
        current={current}
        onChange={(name) => void navigate({ to: SAMPLE_FORMS[name].path, replace: true })}
      />
    </div>
  );
}
