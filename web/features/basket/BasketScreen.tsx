import type { Actor } from "../../../domain/workflow";
import { FillScreen } from "./FillScreen";
import { RunScreen } from "./RunScreen";

type BasketScreenProps = {
  actor: Actor;
  /** A basket that was started; undefined: the one being put together. */
  job: string | undefined;
  onJobChange: (job: string | undefined) => void;
};

/** Handing over many samples in one go. Source: issue 3, "Handover basket". */
export function BasketScreen({ actor, job, onJobChange }: BasketScreenProps) {
  return job === undefined ? (
    <FillScreen actor={actor} onStarted={onJobChange} />
  ) : (
    <RunScreen key={job} basketId={job} actor={actor} onLeave={() => onJobChange(undefined)} />
  );
}
