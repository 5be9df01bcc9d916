import { useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import type { SampleInput } from "#domain/samples/fields";

/** Declares that the device has no IMEI, which clears and locks both IMEI fields. */
export function NoImei() {
  const id = useId();
  const { control, setValue, clearErrors } = useFormContext<SampleInput>();
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name: "noImei" });
  return (
    <div className="flex items-center gap-2 sm:col-span-3">
      <Checkbox
        id={id}
        ref={ref}
        aria-describedby={`${id}-help`}
        checked={value ?? false}
        onBlur={onBlur}
        onCheckedChange={(checked) => {
          onChange(checked === true);
          if (checked !== true) return;
          for (const imei of ["imei1", "imei2"] as const) setValue(imei, "", { shouldDirty: true });
          clearErrors(["imei1", "imei2"]);
        }}
      />
      <Label htmlFor={id}>No IMEI</Label>
      <span id={`${id}-help`} className="text-xs text-muted-foreground">
        Wi-Fi tablet, watch or router
      </span>
    </div>
  );
}
