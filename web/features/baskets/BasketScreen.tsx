import { useMemo } from "react";
import type { Actor } from "#domain/custody/workflow";
import { FillScreen } from "./FillScreen";
import { PartsScreen } from "./PartsScreen";
import { RunScreen } from "./RunScreen";

type BasketScreenProps = {
  actor: Actor;
  /**
   * A basket that was started, or the parts of a large hand-over, separated by commas; undefined:
   * the one being put together.
   */
  job: string | undefined;
  onJobChange: (job: string | undefined) => void;
};

/** Hands over many samples in one go (docs/product.md, "Baskets"). */
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
