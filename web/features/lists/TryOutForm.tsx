import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "convex/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { NO_VALUES, TRY_OUT_FIELDS, tryOutInput, type TryOutValues } from "./tryOutFields";

/** A form that offers the lists and reports missing fields, but stores nothing. Folded at first. */
export function TryOutForm() {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <OpenForm />;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="min-w-0">
        <h2 className="text-base font-semibold tracking-tight">{TITLE}</h2>
        <p className="text-sm text-muted-foreground">{DESCRIPTION}</p>
      </div>
      <Button variant="outline" aria-expanded={false} onClick={() => setIsOpen(true)}>
        Try the form
      </Button>
    </Card>
  );
}

const TITLE = "Add New Sample Form";
const DESCRIPTION = "Please add new sample. This form only tries the lists; it stores nothing.";

function OpenForm() {
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
      title={TITLE}
      description={DESCRIPTION}
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
        <Banner tone="success">Nothing is missing. This was a trial; nothing was stored.</Banner>
      )}
    </FormCard>
  );
}
