import { zodResolver } from "@hookform/resolvers/zod";
import { useAction, useConvex } from "convex/react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { changedPasswordInput } from "../../../domain/inputs";
import { Field } from "@/components/Field";
import { FormCard } from "@/components/FormCard";
import { NewPasswordFields } from "@/components/NewPasswordFields";
import { PasswordInput } from "@/components/PasswordInput";
import { useViewer } from "@/hooks/useViewer";
import { attempt } from "@/lib/attempt";
import { browserToken } from "@/lib/browserToken";
import { withConnection } from "@/lib/connection";

const EMPTY = { currentPassword: "", password: "", passwordConfirm: "" };

/** A new password for whoever knows the present one; the other sessions end. */
export function PasswordForm() {
  const { email } = useViewer();
  const convex = useConvex();
  const change = useAction(api.profile.changePassword);
  const form = useForm({ resolver: zodResolver(changedPasswordInput), defaultValues: EMPTY });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, password: newPassword }) => {
    const call = change({ currentPassword, newPassword, browser: browserToken() });
    const outcome = await attempt(withConnection(convex, call));
    if (outcome.ok) {
      form.reset(EMPTY);
      toast.success("Your password is changed. You are signed out everywhere else.");
      return;
    }
    const field = outcome.field === "currentPassword" ? "currentPassword" : "root";
    form.setError(field, { message: outcome.message }, { shouldFocus: field !== "root" });
  });
  return (
    <FormProvider {...form}>
      <FormCard
        form={form}
        onSubmit={(event) => void submit(event)}
        title="Change my password"
        description="Signs you out everywhere else."
        hasStickyActions={false}
        submitLabel="Change password"
      >
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field label="Current password" error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("currentPassword")}
              autoComplete="current-password"
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <NewPasswordFields />
        </div>
      </FormCard>
    </FormProvider>
  );
}
