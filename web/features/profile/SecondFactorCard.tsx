import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { FEW_RECOVERY_CODES } from "#domain/accounts/secondFactor";
import { api } from "../../../convex/_generated/api";
import { SecondFactorDialog, type SecondFactorChange } from "./SecondFactorDialog";
import { SideCard } from "./SideCard";

type SecondFactor = FunctionReturnType<typeof api.secondFactors.mine>;

/** The person's second factor, live. Hidden from people who have no password. */
export function SecondFactorCard() {
  const factor = useQuery(api.secondFactors.mine);
  const [change, setChange] = useState<SecondFactorChange | null>(null);
  if (factor?.hasPassword === false) return null;
  return (
    <SideCard
      title="Second factor"
      description="Adds a code from an app on your phone to your password when you sign in."
    >
      {factor === undefined ? (
        <Skeleton aria-busy className="h-12" />
      ) : (
        <State factor={factor} onChange={setChange} />
      )}
      {change && (
        <SecondFactorDialog
          change={change}
          isRequired={factor?.isRequired ?? false}
          onClose={() => setChange(null)}
        />
      )}
    </SideCard>
  );
}

type StateProps = { factor: SecondFactor; onChange: (change: SecondFactorChange) => void };

function State({ factor, onChange }: StateProps) {
  const { isOn, isRequired, recoveryCodesLeft: left } = factor;
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <div className="flex flex-col gap-4">
      {isOn && left <= FEW_RECOVERY_CODES && (
        <Banner tone="warning">
          {left === 0 ? "You have no recovery codes." : "You have only a few recovery codes left."}{" "}
          Without them, a lost phone locks you out until an admin helps.
        </Banner>
      )}
      <p className="flex items-center gap-3 text-sm">
        <Icon className="size-5 shrink-0 text-muted-foreground" aria-hidden />
        <span>
          <span className="font-medium">{isOn ? "On" : "Off"}</span>
          {isOn && ` · ${left} recovery ${left === 1 ? "code" : "codes"} left`}
          {isRequired && " · required by your role"}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button variant="outline" onClick={() => onChange("codes")}>
              New recovery codes
            </Button>
            <Button variant="outline" onClick={() => onChange("off")}>
              Turn off
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={() => onChange("on")}>
            Set up
          </Button>
        )}
      </div>
    </div>
  );
}
