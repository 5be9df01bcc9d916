import { Link } from "@tanstack/react-router";
import { sheetLink } from "@/hooks/useSheet";
import { DotList } from "@/components/DotList";
import { RowMenuButton } from "@/components/data-table/menu/RowMenuButton";
import { Marked } from "@/components/data-table/search/Marked";
import { Person } from "@/components/sample/Person";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import { deviceName } from "#domain/samples/deviceName";
import type { ListName } from "#domain/samples/lists";
import type { Actor } from "#domain/custody/workflow";
import { RowActions } from "./RowActions";
import { StatusCell } from "./StatusCell";

type SampleCardProps = { list: ListName; sample: Sample; actor: Actor };

/** A sample as a card on a phone: device, status, holder, and the next step. */
export function SampleCard({ list, sample, actor }: SampleCardProps) {
  return (
    <article className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-2">
        <Link
          {...sheetLink(sample._id)}
          data-row-link
          // The whole card opens the sample; its buttons lie above.
          className="min-w-0 after:absolute after:inset-0 after:rounded-lg"
        >
          <span className="block truncate text-sm font-semibold">
            <Marked>{deviceName(sample)}</Marked>
          </span>
          <span className="block truncate font-mono text-xs text-muted-foreground">
            <Marked>{sample.serialNumber}</Marked>
          </span>
        </Link>
        <span className="relative -mr-2 -mt-2 shrink-0 group-data-[selecting]/card:invisible">
          <RowMenuButton rowId={sample._id} label={sample.serialNumber} />
        </span>
      </div>
      <StatusCell sample={sample} reader={actor.email} />
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p className="min-w-0 text-xs text-muted-foreground">
          <DotList
            items={[
              <Person key="holder" email={sample.samplmanag} />,
              sample.country !== "" && (
                <span key="country" className="truncate">
                  {sample.country}
                </span>
              ),
            ]}
          />
        </p>
        {/* A button for a finger is higher than the line of text next to it. */}
        <div className="relative flex shrink-0 gap-2 empty:hidden coarse:-mt-2 group-data-[selecting]/card:invisible">
          <RowActions list={list} sample={sample} actor={actor} className="h-9 coarse:h-11" />
        </div>
      </div>
    </article>
  );
}
