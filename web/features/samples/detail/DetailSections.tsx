import { cn } from "@/lib/utils";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { DetailEntry } from "./DetailEntry";
import { detailSections } from "./sections";

type DetailSectionsProps = {
  sample: Doc<"samples">;
  /** Two columns regardless of the window's width: in the sheet. */
  isNarrow?: boolean;
};

/** All fields of a sample, in sections. */
export function DetailSections({ sample, isNarrow = false }: DetailSectionsProps) {
  return detailSections(sample).map(({ title, fields }) => (
    <section key={title} className="border-b p-5 last:border-b-0 print:break-inside-avoid">
      <h3 className="mb-3 text-sm font-semibold">{title}</h3>
      <dl className={cn("grid grid-cols-2 gap-x-6 gap-y-3", !isNarrow && "lg:grid-cols-3")}>
        {fields.map((field) => (
          <DetailEntry key={field.label} field={field} />
        ))}
      </dl>
    </section>
  ));
}
