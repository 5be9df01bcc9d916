import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { resetInput } from "#domain/people/inputs";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { PublicConfig } from "@/hooks/data/useConfig";
import { CodeStays } from "./CodeStays";
import { usePasswordFlow } from "./usePasswordFlow";

export interface ResetRequestFormProps {
  config: PublicConfig | undefined;
  onSent: (email: string) => void;
  /** Called when the person already has a code. */
  onHasCode: (email: string) => void;
}

/**
 * Asks for the e-mail to which a reset code is sent (docs/product.md, "Verification and password
 * reset").
 */
export function ResetRequestForm({ config, onSent, onHasCode }: ResetRequestFormProps) {
  const runFlow = usePasswordFlow();
  const companyDomain = config?.companyDomain ?? "";
  const schema = useMemo(() => resetInput(companyDomain), [companyDomain]);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email }) => {
    const outcome = await runFlow({ flow: "reset", email });
    if (outcome?.ok) onSent(email);
    else if (outcome) form.setError("root", { message: outcome.message });
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
      <CodeStays />
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email")}
            type="email"
            autoComplete="username"
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting}>
        Reset password
      </Button>
      <Button
        variant="ghost"
        onClick={(event) => void form.handleSubmit(({ email }) => onHasCode(email))(event)}
      >
        I have a code
      </Button>
    </form>
  );
}
