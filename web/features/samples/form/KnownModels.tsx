import { useQuery } from "convex/react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { api } from "../../../../convex/_generated/api";
import { deviceName } from "#domain/samples/deviceName";
import { TAC_LENGTH } from "#domain/identifiers/imei";
import type { SampleInput } from "#domain/samples/fields";
import { useFillFromImei } from "./useFillFromImei";

type KnownModelsProps = { onFilled: () => void; onUnknown: () => void };

/**
 * Models registered with the first 8 digits (the TAC) of IMEI 1. A single model fills in the
 * device; if the form already has another model, or there are several, each is offered as a button.
 */
export function KnownModels(handlers: KnownModelsProps) {
  const { control } = useFormContext<SampleInput>();
  const [imei1, brand, model] = useWatch({ control, name: ["imei1", "brand", "model"] });
  const tac = imei1.slice(0, TAC_LENGTH);
  const known = useQuery(
    api.lookups.modelsOfImei,
    tac.length === TAC_LENGTH ? { imei: tac } : "skip",
  );
  const take = useFillFromImei({ known, ...handlers });
  const others = known?.filter((each) => each.brand !== brand || each.model !== model) ?? [];
  if (others.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-t px-5 py-3 text-xs text-muted-foreground"
    >
      <span>IMEIs that begin with {tac} were registered as</span>
      {others.map((each) => (
        <Button
          key={`${each.brand} ${each.model}`}
          variant="outline"
          size="sm"
          onClick={() => take(each)}
        >
          {deviceName(each)}
        </Button>
      ))}
    </div>
  );
}
