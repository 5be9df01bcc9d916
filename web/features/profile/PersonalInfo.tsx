import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { profileInput } from "#domain/people/inputs";
import { MESSAGES } from "#domain/common/messages";
import { keysOf } from "#domain/common/objects";
import { AddressFields } from "@/components/forms/AddressFields";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { PositionButton } from "@/components/forms/PositionButton";
import { Input } from "@/components/ui/input";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { useViewer, type Viewer } from "@/hooks/data/useViewer";
import { attempt } from "@/lib/connection/attempt";
import type { DevicePosition } from "@/lib/places/devicePosition";
import { placeFields, type Place } from "@/lib/places/place";

const valuesOf = (viewer: Viewer) => ({
  displayName: viewer.displayName,
  passport: viewer.passPort,
  phoneNumber: viewer.phoneNumber,
  userLocation: viewer.userLocation,
  country: viewer.country,
  city: viewer.city,
});

/**
 * Edits the viewer's personal data. Country, city and coordinates follow the address. Only changed
 * fields are sent, so that a correction made elsewhere meanwhile is not overwritten.
 */
export function PersonalInfo() {
  const viewer = useViewer();
  const save = useMutation(api.profile.save);
  const [place, setPlace] = useState<Place | null>(null);
  const [device, setDevice] = useState<DevicePosition | null>(null);
  const form = useForm({
    values: valuesOf(viewer),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(profileInput),
  });
  const { errors, dirtyFields, isDirty } = form.formState;
  const { register } = form;

  const submit = form.handleSubmit(async (stated) => {
    const changed = keysOf(dirtyFields).filter((field) => dirtyFields[field]);
    // The address may have been edited since a place was picked.
    const picked = place?.address === form.getValues("userLocation") ? place : null;
    const outcome = await attempt(
      save({
        ...(dirtyFields.displayName && { displayName: stated.displayName }),
        ...(dirtyFields.passport && { passPort: stated.passport }),
        ...(dirtyFields.phoneNumber && { phoneNumber: stated.phoneNumber }),
        ...(picked && { place: placeFields(picked) }),
        ...(device && { position: positionFields(device) }),
      }),
    );
    if (outcome.ok) {
      setDevice(null);
      setPlace((present) => (present === place ? null : present));
      for (const field of changed) form.resetField(field, { defaultValue: stated[field] });
      toast.success(MESSAGES.employeeUpdated);
    } else form.setError("root", { message: `${MESSAGES.profileFailed}${outcome.message}` });
  });

  return (
    <FormProvider {...form}>
      <UnsavedGuard isDirty={isDirty || device !== null} />
      <FormCard
        form={form}
        onSubmit={(event) => void submit(event)}
        title="Personal info"
        description="Visible to you, your supervisor and admins; everyone sees name, city and country."
        hasStickyActions={false}
        submitLabel="Save changes"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Display Name" error={errors.displayName?.message} className="sm:col-span-2">
            {(control) => <Input {...control} {...register("displayName")} autoComplete="name" />}
          </Field>
          <AddressFields
            label="Address"
            help="Choose your city from the list. You can add a street in front of it."
            stored={viewer}
            onPlace={setPlace}
            loadingText={MESSAGES.profileMapsLoading}
          />
          <Field label="Phone Number" error={errors.phoneNumber?.message}>
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
    </FormProvider>
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
