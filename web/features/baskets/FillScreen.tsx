import { useQuery } from "convex/react";
import { ShoppingBasket } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Banner } from "@/components/Banner";
import { offeredSteps } from "@/components/baskets/stepWords";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { basketStore, useBasket } from "@/hooks/data/useBasket";
import { useIsMounted } from "@/hooks/useIsMounted";
import { useSayOfScan } from "@/hooks/keys/useScanAnswer";
import type { Asked } from "@/lib/basketStore";
import { api } from "../../../convex/_generated/api";
import type { BasketStep } from "#domain/baskets/baskets";
import { countedSamples } from "#domain/custody/stepTexts";
import { isRequest, type Actor } from "#domain/custody/workflow";
import { AddValues } from "./AddValues";
import { BasketEntryList } from "./BasketEntryList";
import { HandOverForm } from "./HandOverForm";
import { recipientsOf } from "./basketForm";
import { basketEntries, entryName, readyEntries, type BasketEntry } from "./basketEntries";
import { StepChoice } from "./StepChoice";
import { repeatedEntries, useAdditions } from "./useAdditions";
import { useResolved } from "@/hooks/useResolved";

type FillScreenProps = { actor: Actor; onStarted: (basketId: string) => void };

/** Fills a basket, offers the possible steps, and starts the chosen one. */
export function FillScreen({ actor, onStarted }: FillScreenProps) {
  const { email } = actor;
  const basket = useBasket(email);
  const answers = useResolved(basket.values);
  // If opened from a list, only the recipient is missing. Otherwise a scanner may type at any time.
  const [isFilled, setIsFilled] = useState(basket.step !== null && basket.values.length > 0);
  /** Number of recipients picked by their typed names. */
  const [pickCount, setPickCount] = useState(0);
  // After sending, the basket itself changes the samples; the entries stay as they were sent.
  const [sent, setSent] = useState<readonly BasketEntry[] | null>(null);
  const { values } = basket;
  const step = useMemo(
    () => basket.step ?? commonStep(basketEntries(values, answers, null, actor), actor),
    [basket.step, values, answers, actor],
  );
  const current = useMemo(
    () => basketEntries(values, answers, step, actor),
    [values, answers, step, actor],
  );
  const entries = sent ?? current;
  const found = entries.filter((entry) => entry.kind === "sample");
  const ready = readyEntries(entries);

  // The basket may have been started before a reload that lost the answer.
  const started = useQuery(api.baskets.progress, { basketId: basket.id });
  const isLostAnswer = sent === null && Boolean(started);
  useEffect(() => {
    if (!isLostAnswer) return;
    basketStore.start(email, [], null);
    onStarted(basket.id);
  }, [isLostAnswer, basket.id, email, onStarted]);

  const isMounted = useIsMounted();
  const begin = () => {
    const gone = new Set(ready.flatMap(({ values }) => values));
    // A scanner may have added values since the basket was sent.
    const rest = basketStore.get(email).values.filter((value) => !gone.has(value));
    basketStore.start(email, rest, null);
    // If the request was sent late, after a reconnect, the user may have left this screen.
    if (isMounted()) onStarted(basket.id);
  };
  const keep = useCallback(
    (asked: Partial<Asked>) => {
      // Further scans must not replace the form in which an answer was given.
      if (step !== null) basketStore.choose(email, step);
      basketStore.answer(email, asked);
    },
    [email, step],
  );
  const samples = ready.map(({ sample }) => sample);
  const isAsking = step !== null && step !== "edit" && isRequest(step) && samples.length > 0;
  const { add, latest } = useAdditions(email, current);
  const repeated = useMemo(() => latest && repeatedEntries(latest, current), [latest, current]);
  const isRepeat = repeated !== null && repeated.entries.length > 0;
  const said = isRepeat ? describeRepeated(repeated.entries) : entries[0] && describe(entries[0]);
  useSayOfScan((latest && said) ?? "");
  const remove = useCallback(
    (gone: readonly BasketEntry[]) => {
      const values = gone.flatMap((entry) => entry.values);
      basketStore.remove(email, values);
    },
    [email],
  );
  return (
    <>
      <PageHeader
        title="Handover basket"
        description="Scan, paste or select samples, then hand over or edit them together."
      />
      {basket.replaced.length > 0 && (
        <Banner tone="info" className="mb-4">
          {countedSamples(basket.replaced.length)} made room for these.{" "}
          <Button
            variant="link"
            size="sm"
            className="h-auto px-0"
            onClick={() => basketStore.restore(email)}
          >
            Add them again
          </Button>
        </Banner>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_minmax(0,1fr)]">
        <Card className="p-4">
          <AddValues
            autoFocus={!isFilled}
            recipients={isAsking ? recipientsOf(step, samples) : null}
            onRecipient={(recipient) => {
              keep({ recipient });
              setPickCount(pickCount + 1);
            }}
            onAdd={add}
          />
          <p role="status" className={isRepeat ? "mt-2 text-sm font-medium" : "sr-only"}>
            {said}
          </p>
        </Card>
        <div className="lg:col-start-1">
          {entries.length > 0 ? (
            <BasketEntryList
              entries={entries}
              actor={actor}
              isStepChosen={step !== null}
              repeated={repeated}
              onRemove={remove}
            />
          ) : (
            <Card>
              <EmptyState icon={ShoppingBasket} title="The basket is empty">
                Scan or paste numbers above, or tick samples in a list.
              </EmptyState>
            </Card>
          )}
        </div>
        {found.length > 0 && (
          <div className="flex flex-col gap-4 lg:sticky lg:top-18 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Card className="p-4">
              <StepChoice
                samples={found.map(({ sample }) => sample)}
                actor={actor}
                step={step}
                onChoose={(chosen) => {
                  setIsFilled(false);
                  setPickCount(0);
                  basketStore.choose(email, chosen);
                }}
              />
            </Card>
            {step !== null && (
              <HandOverForm
                key={`${step} ${pickCount}`}
                step={step}
                basketId={basket.id}
                samples={samples}
                asked={basket.asked}
                onAsked={keep}
                focus={pickCount > 0 ? "button" : isFilled ? "field" : null}
                onSending={() => setSent(entries)}
                onRefused={() => setSent(null)}
                onStarted={begin}
              />
            )}
          </div>
        )}
      </div>
    </>
  );
}

/**
 * The step selected until the viewer chooses one: the first of those possible with the most
 * samples, so Transfer for samples that the viewer holds. Null while none is possible.
 */
function commonStep(entries: readonly BasketEntry[], actor: Actor): BasketStep | null {
  const samples = entries.flatMap((entry) => (entry.kind === "sample" ? [entry.sample] : []));
  const offered = offeredSteps(samples, actor);
  const most = Math.max(...offered.map(({ count }) => count));
  return offered.find(({ count }) => count === most)?.step ?? null;
}

/** Describes the newest line for screen readers. */
function describe(entry: BasketEntry): string {
  switch (entry.kind) {
    case "searching":
      return "";
    case "unclear":
      return `${entry.values[0]}: ${entry.advice}`;
    case "sample":
      return `${entry.sample.serialNumber}: ${entry.refused ?? entry.sample.status}`;
  }
}

function describeRepeated(repeated: readonly BasketEntry[]): string {
  const [only] = repeated;
  return only && repeated.length === 1
    ? `${entryName(only)} is already in the basket`
    : `${repeated.length} are already in the basket`;
}
