import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { toast } from "sonner";
import { addDays, format, parse } from "date-fns";
import { api } from "../../../convex/_generated/api";
import { isAway, standInNote } from "#domain/people/away";
import { Banner } from "@/components/Banner";
import { EmailPicker } from "@/components/forms/EmailPicker";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useNow } from "@/hooks/useNow";
import { useViewer } from "@/hooks/data/useViewer";
import { attempt } from "@/lib/connection/attempt";

/** Sets the days of an absence and the person who stands in. */
export function AwayCard() {
  const { email, away: entered } = useViewer();
  const now = useNow();
  const away = entered && now < entered.until ? entered : undefined; // a past one counts as none
  const setAway = useMutation(api.profile.setAway);
  const [first, setFirst] = useState(away ? isoDay(away.from) : "");
  const [last, setLast] = useState(away ? isoDay(away.until - 1) : "");
  const [lastError, setLastError] = useState<string>();
  const form = useForm({ defaultValues: { recipient: away?.standIn ?? "" } });

  const save = async (next: Parameters<typeof setAway>[0]["away"], done: string) => {
    const outcome = await attempt(setAway({ away: next }));
    setLastError(!outcome.ok && outcome.field === "until" ? outcome.message : undefined);
    if (outcome.ok) toast.success(done);
    else if (outcome.field === "standIn") form.setError("recipient", { message: outcome.message });
    else if (outcome.field !== "until") form.setError("root", { message: outcome.message });
    return outcome.ok;
  };
  const standIn = useController({ control: form.control, name: "recipient" });
  const submit = form.handleSubmit(async ({ recipient }) => {
    const next = { from: dayStart(first), until: dayEnd(last), standIn: recipient };
    await save(next, "Saved. Your stand-in answers for you during that time.");
  });
  const hasBegun = isAway(away, now);
  const clear = async () => {
    const done = hasBegun ? "You are no longer away." : "Your absence was cancelled.";
    if (!(await save(null, done))) return;
    setFirst("");
    setLast("");
    form.reset({ recipient: "" });
  };
  return (
    <FormCard
      form={form}
      onSubmit={(event) => void submit(event)}
      title="Away"
      description="While you are away, your stand-in receives, declines and confirms for you, and is suggested to people who want to send you samples."
      submitLabel="Save"
      submitDisabled={first === "" || last === ""}
      hasStickyActions={false}
      secondaryAction={
        away && (
          <Button variant="outline" onClick={() => void clear()}>
            {hasBegun ? "I am back" : "Cancel absence"}
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
        <Field label="Last day" error={lastError}>
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
        controller={standIn}
        label="Stand-in"
        help="Your stand-in holds what they receive; the history shows that it was for you."
        purpose="transfer"
        holder={email}
        autoFocus={false}
      />
      <StandInScope standIn={standIn.field.value} />
    </FormCard>
  );
}

/** Explains which requests the chosen stand-in may answer. */
function StandInScope({ standIn }: { standIn: string }) {
  const scope = useQuery(api.profile.standInScope, standIn === "" ? "skip" : { email: standIn });
  if (!scope) return null;
  const { isAll, text } = standInNote(scope);
  return <Banner tone={isAll ? "info" : "warning"}>{text}</Banner>;
}

const ISO_DAY = "yyyy-MM-dd";

/** The reader's calendar day of a moment, formatted for a date field. @param at epoch ms */
const isoDay = (at: number) => format(at, ISO_DAY);

/** Start of a day in the reader's time zone, epoch ms. */
const dayStart = (day: string) => parse(day, ISO_DAY, new Date()).getTime();

/** Start of the following day, epoch ms. */
const dayEnd = (day: string) => addDays(dayStart(day), 1).getTime();
