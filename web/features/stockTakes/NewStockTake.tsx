import { useState, useEffect } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { EmailPicker } from "@/components/forms/EmailPicker";
import { Field } from "@/components/forms/Field";
import { NameDialog, useNameForm } from "@/components/NameDialog";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { useOpenStockTake, type StockTakeTarget } from "@/components/stockTakes/useOpenStockTake";
import { Suggest } from "@/components/forms/Suggest";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { serverNow } from "@/lib/serverClock";
import { splitValues } from "#domain/baskets/baskets";
import { formatDate } from "#domain/common/dates";
import { MAX_STOCK_TAKE_NAME } from "#domain/stockTakes/stockTake";
import { mayAct } from "#domain/people/roles";
import type { Actor } from "#domain/custody/workflow";
import type { ValueCount } from "@/lib/columns/dictionaryColumn";
import type { TableView } from "@/lib/tables/rowStore";
import { useSamples } from "@/hooks/data/useSamples";

type Kind = Exclude<StockTakeTarget["kind"], "filter">;
type Values = { name: string; city: string; location: string; email: string; numbers: string };

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: "place", label: "Place" },
  { value: "person", label: "Person" },
  { value: "numbers", label: "List of numbers" },
];

/** Form for the scope of a new stock-take. Filters are taken over from the lists. */
export function NewStockTake({ actor, onClose }: { actor: Actor; onClose: () => void }) {
  const { open, waitingId } = useOpenStockTake(onClose);
  const [kind, setKind] = useState<Kind>("place");
  const [today] = useState(() => formatDate(serverNow()));
  const { form, dialog } = useNameForm<Values>(
    { name: `Stock-take, ${today}`, city: "", location: "", numbers: "", email: actor.email },
    (values) => open(values.name, targetOf(kind, values)),
  );
  const person = useController({ control: form.control, name: "email" });
  return (
    <NameDialog
      title="New stock-take"
      description={`The expected samples are taken from the records when you open it${mayAct(actor.role, "supervisor") ? "" : ", among those that you hold"}.`}
      form={dialog}
      maxLength={MAX_STOCK_TAKE_NAME}
      submit="Start count"
      waitingId={waitingId}
      onClose={onClose}
    >
      <div className="flex flex-col items-start gap-1.5">
        <span aria-hidden className="text-sm font-medium">
          Count by
        </span>
        <SegmentedControl label="Count by" options={KINDS} current={kind} onChange={setKind} />
      </div>
      {kind === "place" && <PlaceFields form={form} actor={actor} />}
      {kind === "person" &&
        (mayAct(actor.role, "supervisor") ? (
          <EmailPicker
            controller={person}
            label="Whose samples"
            help="Their samples that are Registered or In Use."
            purpose="transfer"
            holder=""
            autoFocus={false}
          />
        ) : (
          <p className="text-sm text-muted-foreground">
            Your own samples that are Registered or In Use.
          </p>
        ))}
      {kind === "numbers" && (
        <Field
          label="Serial numbers or IMEIs"
          help="Paste a list separated by lines, commas, tabs or spaces."
          error={form.formState.errors.numbers?.message}
        >
          {(control) => (
            <Textarea {...control} {...form.register("numbers")} rows={5} className="font-mono" />
          )}
        </Field>
      )}
    </NameDialog>
  );
}

function targetOf(kind: Kind, { city, location, email, numbers }: Values): StockTakeTarget {
  switch (kind) {
    case "place":
      return { kind, city, location };
    case "person":
      return { kind, email };
    case "numbers":
      return { kind, numbers: splitValues(numbers) };
  }
}

type PlaceFieldsProps = { form: UseFormReturn<Values>; actor: Actor };

function PlaceFields({ form, actor }: PlaceFieldsProps) {
  const { field, fieldState } = useController({ control: form.control, name: "city" });
  const cities = useCities(actor);
  const typed = field.value.trim().toLowerCase();
  const matching = cities.filter(({ value }) => value.toLowerCase().includes(typed));
  return (
    <>
      <Field label="City" error={fieldState.error?.message}>
        {(control) => (
          <Suggest
            control={control}
            inputRef={field.ref}
            label="Cities"
            text={field.value}
            onText={field.onChange}
            suggestions={matching.map(({ value, count }) => ({
              value,
              content: (
                <span className="flex justify-between gap-3">
                  {value}
                  <span className="tabular-nums text-muted-foreground">{count}</span>
                </span>
              ),
            }))}
            onPick={field.onChange}
            onBlur={field.onBlur}
            picked={cities.find(({ value }) => value === field.value)?.value ?? null}
          />
        )}
      </Field>
      <Field label="Part of the address" help="A building, a room, a shelf." optional>
        {(control) => <Input {...control} {...form.register("location")} autoComplete="off" />}
      </Field>
    </>
  );
}

const NONE: readonly ValueCount[] = [];

/** Cities of the open samples that `actor` may see, with the number of samples in each; live. */
function useCities(actor: Actor): readonly ValueCount[] {
  const { store, base } = useSamples("open", actor, "everything");
  const [cities, setCities] = useState(NONE);
  useEffect(() => {
    const asking = new AbortController();
    const view: TableView = { base, query: { search: "", conditions: [] }, sort: null };
    const ask = () => {
      store.ask({ kind: "valueCounts", view, field: "city" }, asking.signal).then(
        ({ values }) => setCities(values.filter(({ value }) => value !== "")),
        () => undefined, // cities typed by hand count as well
      );
    };
    const stop = store.subscribe(ask);
    ask();
    return () => {
      stop();
      asking.abort();
    };
  }, [store, base]);
  return cities;
}
