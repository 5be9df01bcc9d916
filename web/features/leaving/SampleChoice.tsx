import { useState } from "react";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { BasketStep } from "#domain/baskets/baskets";
import type { Actor } from "#domain/custody/workflow";
import { SelectedSteps } from "@/components/baskets/SelectedSteps";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { Person } from "@/components/sample/Person";
import { StatusChip } from "@/components/StatusChip";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";

interface SampleChoiceProps {
  title: string;
  note: string;
  empty: string;
  /** E-mail of the leaving person. */
  leaver: string;
  /** Undefined while loading. */
  samples: readonly Doc<"samples">[] | undefined;
  /** True if there are more samples than are shown. */
  isCut: boolean;
  actor: Actor;
  /** The steps that make sense for these samples; undefined: all possible ones. */
  only?: readonly BasketStep[];
}

/**
 * Samples for an admin to select, all selected at first; each possible step opens the basket with
 * them.
 */
export function SampleChoice(props: SampleChoiceProps) {
  const { title, note, empty, leaver, samples, isCut, actor, only } = props;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = samples?.filter(({ _id }) => !left.has(_id)) ?? [];
  const toggle = (id: string, isChosen: boolean) =>
    setLeft(
      (last) => new Set(isChosen ? [...last].filter((other) => other !== id) : [...last, id]),
    );
  const mayChoose = actor.role === "admin";
  const all = (isChosen: boolean) =>
    setLeft(new Set(isChosen ? [] : samples?.map(({ _id }) => _id)));
  const isAll = chosen.length === samples?.length;
  return (
    <Card>
      <header className="border-b px-5 py-4">
        <h2 className="flex items-baseline gap-2 text-base font-semibold tracking-tight">
          {title}{" "}
          {samples && (
            <span className="text-sm font-normal tabular-nums text-muted-foreground">
              {samples.length}
              {isCut && "+"}
            </span>
          )}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">{samples?.length ? note : empty}</p>
      </header>
      {samples === undefined && <Skeleton className="m-5 h-16" />}
      {samples !== undefined && samples.length > 0 && (
        <>
          {mayChoose && (
            <div className="flex flex-wrap items-center gap-2 border-b px-5 py-3">
              <label className="mr-auto flex items-center gap-3 text-sm font-medium coarse:min-h-11">
                <Checkbox
                  checked={isAll ? true : chosen.length > 0 && "indeterminate"}
                  onCheckedChange={(isChosen) => all(isChosen === true)}
                />
                {chosen.length} chosen
              </label>
              {chosen.length > 0 && (
                <SelectedSteps
                  samples={chosen}
                  actor={actor}
                  only={only}
                  onTaken={() => undefined}
                />
              )}
            </div>
          )}
          <ul className="max-h-96 divide-y overflow-y-auto">
            {samples.map((sample) => (
              <li
                key={sample._id}
                className="flex items-center gap-3 px-5 py-2 text-sm coarse:gap-4 coarse:py-3"
              >
                {mayChoose && (
                  <Checkbox
                    checked={!left.has(sample._id)}
                    onCheckedChange={(isChosen) => toggle(sample._id, isChosen === true)}
                    aria-label={`Choose ${sample.serialNumber}`}
                  />
                )}
                <span className="min-w-0 flex-1">
                  <DeviceLink sample={sample} className="font-medium" />
                  <span className="block font-mono text-xs text-muted-foreground">
                    {sample.serialNumber}
                  </span>
                </span>
                <OtherParty sample={sample} leaver={leaver} />
                <StatusChip status={sample.status} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/**
 * The other party of an open request: the person the leaver has asked, or the person who has asked
 * the leaver.
 */
function OtherParty({ sample, leaver }: { sample: Doc<"samples">; leaver: string }) {
  const { pendingWith, samplmanag } = sample;
  if (pendingWith === undefined) return null;
  const isTheirs = samplmanag === leaver;
  return (
    <span className="hidden text-xs text-muted-foreground sm:block">
      {isTheirs ? "waits for " : "from "}
      <Person email={isTheirs ? pendingWith : samplmanag} />
    </span>
  );
}
