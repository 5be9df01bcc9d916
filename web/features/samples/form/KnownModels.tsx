import { useQuery } from "convex/react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { api } from "../../../../convex/_generated/api";
import { TAC_LENGTH } from "#domain/identifiers/imei";
import type { SampleInput } from "#domain/samples/fields";
import { useFillFromImei, type KnownModel } from "./useFillFromImei";

/**
 * The models that were registered with the first 8 digits of IMEI 1. The only one fills what is
 * empty by itself; another one than the form has, or several, are offered as buttons.
 */
export function KnownModels() {
  const { control } = useFormContext<SampleInput>();
  const [imei1, brand, model] = useWatch({ control, name: ["imei1", "brand", "model"] });
  const tac = imei1.slice(0, TAC_LENGTH);
  const known = useQuery(
    api.lookups.modelsOfImei,
    tac.length === TAC_LENGTH ? { imei: tac } : "skip",
  );
  const take = useFillFromImei(known);
  const others = known?.filter((each) => each.brand !== brand || each.model !== model) ?? [];
  const isSame = known !== undefined && others.length < known.length;
  if (known === undefined || known.length === 0 || (isSame && others.length === 0)) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 text-xs text-muted-foreground sm:col-span-2"
    >
      <span>IMEIs that begin with {tac} were registered as</span>
      {others.map((each) => (
        <Button key={nameOf(each)} variant="outline" size="sm" onClick={() => take(each)}>
          {nameOf(each)}
        </Button>
      ))}
    </div>
  );
}

const nameOf = ({ brand, model }: KnownModel) => `${brand} ${model}`;
