import { zodResolver } from "@hookform/resolvers/zod";
import { useAction, useConvex, useQuery } from "convex/react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { changedPasswordInput } from "#domain/people/inputs";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { NewPasswordFields } from "@/components/forms/NewPasswordFields";
import { PasswordInput } from "@/components/forms/PasswordInput";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { useViewer } from "@/hooks/data/useViewer";
import { attempt } from "@/lib/connection/attempt";
import { browserToken } from "@/lib/account/browserToken";
import { withConnection } from "@/lib/connection/connection";

const EMPTY = { currentPassword: "", password: "", passwordConfirm: "" };

/**
 * Changes the password of a person who knows the current one. The other sessions end; the API
 * tokens too, if the person chooses so.
 */
export function PasswordForm() {
  const { email } = useViewer();
  const convex = useConvex();
  const change = useAction(api.profile.changePassword);
  const tokens = useQuery(api.tokens.list);
  const [revokesTokens, setRevokesTokens] = useState(false);
  const form = useForm({ resolver: zodResolver(changedPasswordInput), defaultValues: EMPTY });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, password: newPassword }) => {
    const given = { currentPassword, newPassword, revokesTokens };
    const call = change({ ...given, browser: browserToken() });
    const outcome = await attempt(withConnection(convex, call));
    if (outcome.ok) {
      form.reset(EMPTY);
      setRevokesTokens(false);
      toast.success("Your password is changed. You are signed out everywhere else.", {
        ...(revokesTokens && { description: "Your API tokens are revoked." }),
      });
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
        {tokens !== undefined && tokens.length > 0 && (
          <Label className="flex items-center gap-2 font-normal coarse:min-h-11">
            <Checkbox
              checked={revokesTokens}
              onCheckedChange={(checked) => setRevokesTokens(checked === true)}
            />
            Also revoke my API tokens, in case someone else knew the password
          </Label>
        )}
      </FormCard>
    </FormProvider>
  );
}
