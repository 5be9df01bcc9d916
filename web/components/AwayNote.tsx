import { useNameOf } from "@/hooks/data/usePeople";
import type { Away } from "#domain/people/away";
import { formatDate } from "#domain/common/dates";

type AwayNoteProps = {
  name: string;
  away: Away;
  /**
   * Called with the stand-in's e-mail when the viewer picks them; null if they cannot be picked.
   */
  onStandIn: ((email: string) => void) | null;
};

/** Notes that the picked person is away, and offers their stand-in. */
export function AwayNote({ name, away, onStandIn }: AwayNoteProps) {
  const nameOf = useNameOf(away.standIn);
  return (
    <span>
      {name} is away until {formatDate(away.until - 1)}.{" "}
      {onStandIn && (
        <button
          type="button"
          className="rounded font-medium underline underline-offset-2"
          onClick={() => onStandIn(away.standIn)}
        >
          Send to {nameOf(away.standIn)} instead?
        </button>
      )}
    </span>
  );
}
