import { Layers } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { GROUP_FIELDS, GROUP_LABELS, type GroupField } from "./reportSearch";

/** Value of the menu item that ends the grouping. */
const NONE = "none";

type GroupMenuProps = {
  field: GroupField | undefined;
  onChange: (field: GroupField | undefined) => void;
};

/** Chooses the field by which a report is grouped. */
export function GroupMenu({ field, onChange }: GroupMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" aria-label="Group by" title="Group by" className="max-sm:px-3">
          <Layers aria-hidden />
          <span className="max-sm:sr-only">{field ? `By ${GROUP_LABELS[field]}` : "Group"}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          value={field ?? NONE}
          onValueChange={(value) => onChange(GROUP_FIELDS.find((each) => each === value))}
        >
          <DropdownMenuRadioItem value={NONE}>No groups</DropdownMenuRadioItem>
          {GROUP_FIELDS.map((each) => (
            <DropdownMenuRadioItem key={each} value={each}>
              {GROUP_LABELS[each]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
