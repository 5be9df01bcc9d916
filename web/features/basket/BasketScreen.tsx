import type { Actor } from "../../../domain/workflow";
import { FillScreen } from "./FillScreen";
import { RunScreen } from "./RunScreen";

type BasketScreenProps = {
  actor: Actor;
  /** A basket that was started; undefined: the one being put together. */
  job: string | undefined;
  onJobChange: (job: string | undefined) => void;
};

/** Hands over many samples in one go (docs/product.md, "Baskets"). */
export function BasketScreen({ actor, job, onJobChange }: BasketScreenProps) {
  return job === undefined ? (
    <FillScreen actor={actor} onStarted={onJobChange} />
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
