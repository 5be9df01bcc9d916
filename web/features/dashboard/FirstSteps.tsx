import { Link, type LinkProps } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { CircleCheck, Circle, X } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { FIRST_STEP_TEXTS, FIRST_STEPS, type FirstStep } from "#domain/custody/firstSteps";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";

const DISMISSED_KEY = "sms.firstSteps";

const PATHS: Record<FirstStep, NonNullable<LinkProps["to"]>> = {
  people: "/pages/invitations",
  lists: "/pages/settingsdroplist",
  import: "/private/page",
  sample: "/dashboard/addsample",
};

/**
 * The onboarding checklist of a new deployment, live, for its admins: a step that any admin
 * completes is ticked for all. Hidden when everything is done, or after it was dismissed in this
 * browser.
 */
export function FirstSteps() {
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED_KEY) !== null);
  const done = useQuery(api.dashboard.firstSteps, isDismissed ? "skip" : {});
  if (!done || FIRST_STEPS.every((step) => done[step])) return null;
  const dismiss = () => {
    localStorage.setItem(DISMISSED_KEY, "dismissed");
    setDismissed(true);
  };
  return (
    <Card aria-labelledby="first-steps" role="region">
      <header className="flex items-center justify-between gap-3 border-b py-2 pl-5 pr-2">
        <h2 id="first-steps" className="text-base font-semibold tracking-tight">
          First steps
          <span className="ml-2 text-sm font-normal tabular-nums text-muted-foreground">
            {FIRST_STEPS.filter((step) => done[step]).length} of {FIRST_STEPS.length}
          </span>
        </h2>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Dismiss the first steps"
          onClick={dismiss}
        >
          <X aria-hidden />
        </Button>
      </header>
      <ol className="grid gap-px sm:grid-cols-2">
        {FIRST_STEPS.map((step) => (
          <Step key={step} step={step} isDone={done[step]} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { title, text } = FIRST_STEP_TEXTS[step];
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li>
      <Link
        to={PATHS[step]}
        className="flex h-full items-start gap-3 rounded-lg px-5 py-4 transition-colors hover:bg-accent"
      >
        <Icon
          className={cn(
            "mt-0.5 size-5 shrink-0",
            isDone ? "text-success-foreground" : "text-muted-foreground",
          )}
          aria-hidden
        />
        <span>
          <span className={cn("block text-sm font-medium", isDone && "text-muted-foreground")}>
            {title}
            {isDone && <span className="sr-only">, done</span>}
          </span>
          <span className="block text-xs text-muted-foreground">{text}</span>
        </span>
      </Link>
    </li>
  );
}
