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
    <article className="flex flex-col gap-1.5">
      <Link
        {...sheetLink(sample._id)}
        data-row-link
        // The whole card opens the sample; its buttons lie above.
        className="flex min-w-0 items-baseline gap-x-2 pr-9 after:absolute after:inset-0 after:rounded-lg"
      >
        <span className="truncate text-sm font-semibold">
          <Marked>{deviceName(sample)}</Marked>
        </span>{" "}
        {/* Only the number distinguishes devices, so the name is cut first. */}
        <span className="max-w-[60%] shrink-0 truncate font-mono text-xs text-muted-foreground">
          <Marked>{sample.serialNumber}</Marked>
        </span>
      </Link>
      <span className="absolute right-1 top-0.5 group-data-[selecting]/card:invisible">
        <RowMenuButton rowId={sample._id} label={sample.serialNumber} />
      </span>
      <StatusCell sample={sample} reader={actor.email} />
      {/* A button for a finger is higher than its line of text. */}
      <div className="flex min-h-8 items-center justify-between gap-3 coarse:-my-1.5 coarse:min-h-11">
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
        <div className="relative -mr-1 flex shrink-0 gap-2 empty:hidden group-data-[selecting]/card:invisible">
          <RowActions list={list} sample={sample} actor={actor} className="h-9 coarse:h-11" />
        </div>
      </div>
    </article>
  );
}
