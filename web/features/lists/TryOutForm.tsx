import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "convex/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { Select } from "@/components/ui/select";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { NO_VALUES, TRY_OUT_FIELDS, tryOutInput, type TryOutValues } from "./tryOutFields";

/** Fills in a sample from the lists, says what is missing, and stores nothing. */
export function TryOutForm() {
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
    <FormCard
      form={form}
      title="Add New Sample Form"
      description="Please add new sample. This form tries the lists out: it stores nothing."
      onSubmit={submit}
      submitLabel={options === undefined ? MESSAGES.loading : "Try"}
      submitDisabled={options === undefined}
    >
      <div className="grid gap-4 sm:grid-cols-2" onChange={() => setIsComplete(false)}>
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
      </div>
      {isComplete && (
        <Banner tone="success">Nothing is missing. This was a trial: nothing was stored.</Banner>
      )}
    </FormCard>
  );
}
