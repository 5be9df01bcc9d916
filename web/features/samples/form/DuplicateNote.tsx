import { Link } from "@tanstack/react-router";
import type { TakenIdentifier } from "./useDuplicates";

/**
 * Warns that another sample has the same identifier, with a link to it for viewers who have access.
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
