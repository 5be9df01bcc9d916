import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { EmployeeRow } from "./usePeople";

type EditLinkProps = {
  to: "/pages/editemployees/$id" | "/pages/editemployeeprivate/$id";
  person: Pick<EmployeeRow, "_id" | "displayName" | "email">;
  /** On a phone's card, which has no room for the word. */
  isIcon?: boolean;
  className?: string;
};

export function EditLink({ to, person, isIcon = false, className }: EditLinkProps) {
  return (
    <Button asChild variant="ghost" size={isIcon ? "icon" : "sm"} className={className}>
      <Link to={to} params={{ id: person._id }} aria-label={`Edit ${person.displayName}`}>
        {isIcon ? <Pencil aria-hidden /> : "Edit"}
      </Link>
    </Button>
  );
}
