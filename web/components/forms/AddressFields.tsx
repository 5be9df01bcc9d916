import { Controller, useFormContext } from "react-hook-form";
import { AddressPicker, type AddressPickerProps } from "@/components/forms/AddressPicker";
import { Field } from "@/components/forms/Field";
import { Input } from "@/components/ui/input";
import type { Place } from "@/lib/places/place";

/** The values that the fields fill; the surrounding form includes them. */
type AddressValues = { userLocation: string; country: string; city: string };

type AddressFieldsProps = Pick<AddressPickerProps, "placeholder" | "loadingText"> & {
  label: string;
  help: string;
  /** The stored address, which is valid without picking a place while it is unchanged. */
  stored?: AddressValues;
  /**
   * Called with the place that the person picked, and with null when they edit the text afterwards.
   */
  onPlace: (place: Place | null) => void;
};

/**
 * Fields for a person's address: the address, completed from a list of places, and its country and
 * city, which are read-only. Picking a place fills all of them; typing clears country and city
 * until a place is picked. Must be inside react-hook-form's `FormProvider`.
 */
export function AddressFields({ label, help, stored, onPlace, ...picker }: AddressFieldsProps) {
  const form = useFormContext<AddressValues>();
  const { errors, isSubmitted } = form.formState;

  const choose = (userLocation: string, place: Place | null) => {
    onPlace(place);
    const isStored = place === null && userLocation === stored?.userLocation;
    const source = isStored ? stored : place;
    const options = { shouldValidate: isSubmitted, shouldDirty: true };
    form.setValue("userLocation", userLocation, options);
    form.setValue("country", source?.country ?? "", options);
    form.setValue("city", source?.city ?? "", options);
  };

  return (
    <>
      <Field
        label={label}
        help={help}
        error={errors.userLocation?.message}
        className="sm:col-span-2"
      >
        {(control) => (
          <Controller
            control={form.control}
            name="userLocation"
            render={({ field }) => (
              <AddressPicker
                control={control}
                inputRef={field.ref}
                value={field.value}
                isPlace={field.value === stored?.userLocation}
                onBlur={field.onBlur}
                onType={(text) => choose(text, null)}
                onPick={(place) => choose(place.address, place)}
                {...picker}
              />
            )}
          />
        )}
      </Field>
      <Field label="Country" error={errors.country?.message}>
        {(control) => <Input {...control} {...form.register("country")} readOnly tabIndex={-1} />}
      </Field>
      <Field label="City" error={errors.city?.message}>
        {(control) => <Input {...control} {...form.register("city")} readOnly tabIndex={-1} />}
      </Field>
    </>
  );
}
