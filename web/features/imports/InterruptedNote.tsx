import type { FunctionReturnType } from "convex/server";
import { Banner } from "@/components/Banner";
import { RelativeTime } from "@/components/RelativeTime";
import { Button } from "@/components/ui/button";
import type { api } from "../../../convex/_generated/api";

type InterruptedNoteProps = {
  found: NonNullable<FunctionReturnType<typeof api.imports.unfinished>>;
  goesOn: boolean;
  onChoose: (goesOn: boolean) => void;
};

/** Announces that an earlier import of this file was interrupted and that this one continues it. */
export function InterruptedNote({ found, goesOn, onChoose }: InterruptedNoteProps) {
  const { answered, rows, startedAt } = found;
  const progress = `${answered.toLocaleString("en-US")} of ${rows.toLocaleString("en-US")}`;
  return (
    <div className="p-4 sm:px-5">
      <Banner tone={goesOn ? "warning" : "info"}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>
            {goesOn ? (
              <>
                An import of this file was interrupted <RelativeTime at={startedAt} />, after{" "}
                {progress} rows. This import continues with the rest.
              </>
            ) : (
              "This import starts with the first row. Rows that were already saved are recognised."
            )}
          </p>
          <Button variant="outline" size="sm" onClick={() => onChoose(!goesOn)}>
            {goesOn ? "Start over" : "Resume the interrupted import"}
          </Button>
        </div>
      </Banner>
    </div>
  );
}
