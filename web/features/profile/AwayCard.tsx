import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { Banner } from "@/components/Banner";
import { EmailPicker } from "@/components/EmailPicker";
import { Field } from "@/components/Field";
import { FormCard } from "@/components/FormCard";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useViewer } from "@/hooks/useViewer";
import { attempt } from "@/lib/attempt";
import { dayEnd, dayStart, isoDay } from "./days";

/** The days that the person is away, and who stands in for them. */
export function AwayCard() {
  const { email, away } = useViewer();
  const setAway = useMutation(api.profile.setAway);
  const [first, setFirst] = useState(away ? isoDay(away.from) : "");
  const [last, setLast] = useState(away ? isoDay(away.until - 1) : "");
  const form = useForm({ defaultValues: { recipient: away?.standIn ?? "" } });

  const save = async (next: Parameters<typeof setAway>[0]["away"], done: string) => {
    const outcome = await attempt(setAway({ away: next }));
    if (outcome.ok) toast.success(done);
    else if (outcome.field === "standIn") form.setError("recipient", { message: outcome.message });
    else form.setError("root", { message: outcome.message });
    return outcome.ok;
  };
  const standIn = useController({ control: form.control, name: "recipient" });
  const submit = form.handleSubmit(async ({ recipient }) => {
    const next = { from: dayStart(first), until: dayEnd(last), standIn: recipient };
    await save(next, "Saved. In that time your stand-in answers for you.");
  });
  const clear = async () => {
    if (!(await save(null, "You are no longer away."))) return;
    setFirst("");
    setLast("");
    form.reset({ recipient: "" });
  };
  return (
    <FormCard
      form={form}
      onSubmit={(event) => void submit(event)}
      title="Away"
      description="In that time your stand-in receives, declines and confirms what waits for you; whoever sends you something is offered them instead."
      submitLabel="Save"
      submitDisabled={first === "" || last === ""}
      hasStickyActions={false}
      secondaryAction={
        away && (
          <Button variant="outline" onClick={() => void clear()}>
            I am back
          </Button>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={first}
              onChange={({ target }) => setFirst(target.value)}
            />
          )}
        </Field>
        <Field label="Last day">
          {(control) => (
            <Input
              {...control}
              type="date"
              min={first}
              value={last}
              onChange={({ target }) => setLast(target.value)}
            />
          )}
        </Field>
      </div>
      <EmailPicker
        // The field's text is its own: after "I am back" it begins anew.
        key={away ? "away" : "here"}
        controller={standIn}
        label="Stand-in"
        help="What they receive is theirs to hold, and history says for whom."
        purpose="transfer"
        holder={email}
        autoFocus={false}
      />
      <StandInScope standIn={standIn.field.value} />
    </FormCard>
  );
}

/** Says what the chosen stand-in may answer: returns and losses only if either list has them. */
function StandInScope({ standIn }: { standIn: string }) {
  const found = useQuery(
    api.users.recipients,
    standIn === "" ? "skip" : { purpose: "return", search: standIn },
  );
  if (found === undefined) return null;
  return found.some(({ email }) => email === standIn) ? (
    <Banner tone="info">They may answer transfers, returns and losses for you.</Banner>
  ) : (
    <Banner tone="warning">
      They may answer transfers for you. Returns and losses go on waiting for you: your stand-in is
      on neither the supervisor list nor the admin list.
    </Banner>
  );
}
