import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { AddressFields } from "@/components/forms/AddressFields";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/connection/attempt";
import { placeFields, type Place } from "@/lib/places/place";
import { api } from "../../../convex/_generated/api";
import { profileInput } from "#domain/people/inputs";
import { MESSAGES } from "#domain/common/messages";
import type { EmployeeRow } from "./usePeople";

const valuesOf = (person: EmployeeRow) => ({
  displayName: person.displayName,
  userLocation: person.userLocation,
  country: person.country,
  city: person.city,
  phoneNumber: person.phoneNumber,
  passport: person.passPort,
});

/**
 * Form for private data. Sends only changed fields, so that two editors of different fields do not
 * overwrite each other.
 */
export function PrivateForm({ person, onSaved }: { person: EmployeeRow; onSaved: () => void }) {
  const update = useMutation(api.users.updatePrivate);
  const [place, setPlace] = useState<Place | null>(null);
  const [isDone, setIsDone] = useState(false);
  const form = useForm({
    values: valuesOf(person),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(profileInput),
  });
  const { errors, dirtyFields, isDirty } = form.formState;
  const { register } = form;

  const submit = form.handleSubmit(async (values) => {
    const outcome = await attempt(
      update({
        email: person.email,
        ...(dirtyFields.displayName && { displayName: values.displayName }),
        ...(dirtyFields.phoneNumber && { phoneNumber: values.phoneNumber }),
        ...(dirtyFields.passport && { passPort: values.passport }),
        ...(dirtyFields.userLocation && place && { place: placeFields(place) }),
      }),
    );
    if (!outcome.ok) {
      const message = `${MESSAGES.employeeUpdateFailed}${outcome.message}`;
      return form.setError("root", { message });
    }
    setIsDone(true);
    toast.success(MESSAGES.employeeUpdated, { description: values.displayName });
    onSaved();
  });

  return (
    <FormProvider {...form}>
      <UnsavedGuard isDirty={isDirty && !isDone} />
      <FormCard
        form={form}
        title="Private information"
        description={`${person.email}. Visible to this person, their supervisor and admins.`}
        onSubmit={submit}
        submitLabel="Update"
        secondaryAction={
          <Button asChild variant="outline">
            <Link to="/pages/employeeprivate">Cancel</Link>
          </Button>
        }
        submitDisabled={isDone}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Display Name" error={errors.displayName?.message} className="sm:col-span-2">
            {(control) => <Input {...control} {...register("displayName")} autoComplete="off" />}
          </Field>
          <AddressFields
            label="Address"
            help="Choose the city from the list. You can add a street in front of it."
            stored={person}
            onPlace={setPlace}
          />
          <Field label="Phone Number" error={errors.phoneNumber?.message}>
            {(control) => (
              <Input {...control} {...register("phoneNumber")} type="tel" autoComplete="off" />
            )}
          </Field>
          <Field label="Passport" error={errors.passport?.message}>
            {(control) => <Input {...control} {...register("passport")} autoComplete="off" />}
          </Field>
        </div>
      </FormCard>
    </FormProvider>
  );
}
