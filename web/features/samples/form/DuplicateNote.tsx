import { Link } from "@tanstack/react-router";
import type { TakenIdentifier } from "./useDuplicates";

/**
 * Says that another sample bears the identifier, with a link to that sample for those who may see
 * it.
 */
export function DuplicateNote({
  taken,
  isRefused,
}: {
  taken: TakenIdentifier;
  isRefused: boolean;
}) {
  return (
    <span>
      {taken.message}
      {isRefused ? ", so this cannot be saved. " : ". It will be flagged as a duplicate. "}
      {taken.sampleId !== null && (
        <Link
          to="/private/viewfs/$id"
          params={{ id: taken.sampleId }}
          target="_blank"
          className="font-medium underline underline-offset-2"
        >
          See the sample
        </Link>
      )}
    </span>
  );
}
