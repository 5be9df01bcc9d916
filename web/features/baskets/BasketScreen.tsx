import { useMemo } from "react";
import type { Actor } from "#domain/custody/workflow";
import { FillScreen } from "./FillScreen";
import { PartsScreen } from "./PartsScreen";
import { RunScreen } from "./RunScreen";

type BasketScreenProps = {
  actor: Actor;
  /**
   * A started basket, or the baskets of a large hand-over, separated by commas; undefined: the
   * basket being filled.
   */
  job: string | undefined;
  onJobChange: (job: string | undefined) => void;
};

/** Hands over many samples in one operation (docs/product.md, "Baskets"). */
export function BasketScreen({ actor, job, onJobChange }: BasketScreenProps) {
  const parts = useMemo(() => job?.split(",") ?? [], [job]);
  if (job === undefined) return <FillScreen actor={actor} onStarted={onJobChange} />;
  return parts.length > 1 ? (
    <PartsScreen basketIds={parts} onLeave={() => onJobChange(undefined)} onOpen={onJobChange} />
  ) : (
    <RunScreen
      key={job}
      basketId={job}
      actor={actor}
      onLeave={() => onJobChange(undefined)}
      onOpen={onJobChange}
    />
  );
}
