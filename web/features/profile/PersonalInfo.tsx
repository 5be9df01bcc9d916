import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { profileInput } from "../../../domain/inputs";
import { MESSAGES } from "../../../domain/messages";
import { AddressPicker } from "@/components/AddressPicker";
import { Field } from "@/components/Field";
import { FormCard } from "@/components/FormCard";
import { PositionButton } from "@/components/PositionButton";
import { Input } from "@/components/ui/input";
import { useViewer, type Viewer } from "@/hooks/useViewer";
import { attempt } from "@/lib/attempt";
import type { DevicePosition } from "@/lib/devicePosition";
import type { Place } from "@/lib/place";

const valuesOf = (viewer: Viewer) => ({
  displayName: viewer.displayName,
  passport: viewer.passPort,
  phoneNumber: viewer.phoneNumber,
  userLocation: viewer.userLocation,
  country: viewer.country,
  city: viewer.city,
});

/** What a person states about themselves. Country, city and coordinates follow the address. */
export function PersonalInfo() {
  const viewer = useViewer();
  const save = useMutation(api.profile.save);
  const [place, setPlace] = useState<Place | null>(null);
  const [device, setDevice] = useState<DevicePosition | null>(null);
  const form = useForm({ resolver: zodResolver(profileInput), defaultValues: valuesOf(viewer) });
  const { errors, isSubmitted } = form.formState;
  const { register } = form;

  /** A picked place fills country and city; typed text empties them until a place is picked. */
  const choosePlace = (address: string, chosen: Place | null) => {
    setPlace(chosen);
    const isOwn = chosen === null && address === viewer.userLocation;
    const options = { shouldValidate: isSubmitted, shouldDirty: true };
    form.setValue("userLocation", address, options);
    form.setValue("country", isOwn ? viewer.country : (chosen?.country ?? ""), options);
    form.setValue("city", isOwn ? viewer.city : (chosen?.city ?? ""), options);
  };

  const submit = form.handleSubmit(async (stated) => {
    const { displayName, passport: passPort, phoneNumber, userLocation, country, city } = stated;
    const outcome = await attempt(
      save({
        displayName,
        passPort,
        phoneNumber,
        ...(place && {
          place: { userLocation, country, city, userLat: place.lat, userLng: place.lng },
        }),
        ...(device && { position: positionFields(device) }),
      }),
    );
    if (outcome.ok) {
      setDevice(null);
      form.reset(stated);
      toast.success(MESSAGES.employeeUpdated);
    } else form.setError("root", { message: `${MESSAGES.profileFailed}${outcome.message}` });
  });

  return (
    <FormCard
      form={form}
      onSubmit={(event) => void submit(event)}
      title="Personal info"
      description="Seen by you, your supervisor and admins; name, city and country by everybody."
      hasStickyActions={false}
      submitLabel="Save changes"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Display name" error={errors.displayName?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...register("displayName")} autoComplete="name" />}
        </Field>
        <Field
          label="Address"
          help="Pick your city from the list; you may write a street before it"
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
                  loadingText={MESSAGES.profileMapsLoading}
                  isPlace={field.value === viewer.userLocation}
                  onBlur={field.onBlur}
                  onType={(text) => choosePlace(text, null)}
                  onPick={(chosen) => choosePlace(chosen.address, chosen)}
                />
              )}
            />
          )}
        </Field>
        <Field label="Country" error={errors.country?.message}>
          {(control) => <Input {...control} {...register("country")} readOnly tabIndex={-1} />}
        </Field>
        <Field label="City" error={errors.city?.message}>
          {(control) => <Input {...control} {...register("city")} readOnly tabIndex={-1} />}
        </Field>
        <Field label="Phone number" error={errors.phoneNumber?.message}>
          {(control) => (
            <Input {...control} {...register("phoneNumber")} type="tel" autoComplete="tel" />
          )}
        </Field>
        <Field label="Passport" error={errors.passport?.message}>
          {(control) => <Input {...control} {...register("passport")} autoComplete="off" />}
        </Field>
        <div className="sm:col-span-2">
          <p className="text-sm font-medium">Position of this device</p>
          <p className="mt-1 text-sm text-muted-foreground">
            {positionInWords(device ? positionFields(device) : viewer)}
            {device && " It is stored when you save."}
          </p>
          <PositionButton label="Locate this device" onPosition={setDevice} />
        </div>
      </div>
    </FormCard>
  );
}

type StoredPosition = Pick<Viewer, "realLocation" | "realLat" | "realLng">;

function positionFields({ lat, lng, place }: DevicePosition) {
  return { realLat: lat, realLng: lng, realLocation: place?.address ?? coordinates(lat, lng) };
}

function positionInWords({ realLocation, realLat, realLng }: StoredPosition): string {
  if (realLocation) return `${realLocation}.`;
  if (realLat === undefined || realLng === undefined) return "Not known.";
  return `${coordinates(realLat, realLng)}.`;
}

const coordinates = (lat: number, lng: number) => `${lat.toFixed(4)}, ${lng.toFixed(4)}`;
