import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "convex/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { FormActions } from "@/components/forms/FormActions";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetTitle,
  SheetTrigger,
} from "@/components/ui/sheet";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { z } from "#domain/common/zod";
import { refusalOf } from "#domain/common/errors";
import type { PickListKind } from "#domain/samples/pickLists";
import { STATUSES } from "#domain/custody/statuses";

/** A button that opens a form which offers the lists and reports missing fields, in a sheet. */
export function TryOutForm() {
  return (
    <Sheet>
      <SheetTrigger asChild>
        <Button variant="outline">Try the form</Button>
      </SheetTrigger>
      <SheetContent className="w-[34rem] max-w-full gap-0 p-0">
        <header className="grid gap-1 border-b px-5 py-4">
          <SheetTitle>Add New Sample Form</SheetTitle>
          <SheetDescription>
            Please add new sample. This form only tests the lists; it saves nothing.
          </SheetDescription>
        </header>
        <Form />
      </SheetContent>
    </Sheet>
  );
}

function Form() {
  const options = useQuery(api.lookups.options, {});
  const [isComplete, setIsComplete] = useState(false);
  const form = useForm<TryOutValues>({
    defaultValues: NO_VALUES,
    resolver: zodResolver(tryOutInput),
  });
  const submit = form.handleSubmit(
    () => setIsComplete(true),
    () => setIsComplete(false),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col">
      <div
        className="grid flex-1 content-start gap-4 p-5 sm:grid-cols-2"
        onChange={() => setIsComplete(false)}
      >
        {TRY_OUT_FIELDS.map(({ name, label, from }) => (
          <Field key={name} label={label} error={form.formState.errors[name]?.message}>
            {(control) => (
              <Select {...control} {...form.register(name)}>
                <option value="">Select…</option>
                {(typeof from === "string" ? options?.[from] : from)?.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        {isComplete && (
          <Banner tone="success" className="sm:col-span-2">
            Nothing is missing. This was a test; nothing was saved.
          </Banner>
        )}
      </div>
      <FormActions
        form={form}
        submitLabel={options === undefined ? MESSAGES.loading : "Try"}
        submitDisabled={options === undefined}
        className="bottom-0"
      />
    </form>
  );
}

type TryOutField = {
  readonly name: string;
  readonly label: string;
  /** The pick list that it offers, or its values. */
  readonly from: PickListKind | readonly string[];
};

/** Fields of the form that tries out the lists, with the labels that the labs use. */
const TRY_OUT_FIELDS = [
  { name: "customers", label: "Customers", from: "customersModel" },
  { name: "brand", label: "Brand", from: "brandModel" },
  { name: "model", label: "Device Model", from: "deviceModal" },
  { name: "kinDevice", label: "Type Of Device", from: "devTypes" },
  { name: "typeDevice", label: "Number of Slots", from: "slotsModel" },
  { name: "simCard", label: "SIM Card Type", from: "simCard" },
  { name: "network", label: "Technology Network", from: "Networks" },
  { name: "os", label: "Operation System", from: "osModel" },
  { name: "hwtype", label: "HW Type", from: "hwtypesModel" },
  { name: "hardware", label: "Hardware Version", from: "hardwareVersion" },
  { name: "statusDevice", label: "Status", from: STATUSES },
] as const satisfies readonly TryOutField[];

type TryOutValues = Record<(typeof TRY_OUT_FIELDS)[number]["name"], string>;

const NO_VALUES = Object.fromEntries(TRY_OUT_FIELDS.map(({ name }) => [name, ""])) as TryOutValues;

/** All eleven are required. */
const tryOutInput = z.object(
  Object.fromEntries(
    TRY_OUT_FIELDS.map(({ name, label }) => [
      name,
      z.string().min(1, refusalOf("OPTION_MISSING", { kind: label }).message),
    ]),
  ) as Record<keyof TryOutValues, z.ZodString>,
);
