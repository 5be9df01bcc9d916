import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { EmployeeRow } from "./usePeople";

type EditLinkProps = {
  to: "/pages/editemployees/$id" | "/pages/editemployeeprivate/$id";
  person: Pick<EmployeeRow, "_id" | "displayName" | "email">;
  /** Without a border, in the rows of a table. */
  isQuiet?: boolean;
  className?: string;
};

export function EditLink({ to, person, isQuiet = false, className }: EditLinkProps) {
  return (
    <Button asChild variant={isQuiet ? "ghost" : "outline"} size="sm" className={className}>
      <Link to={to} params={{ id: person._id }} aria-label={`Edit ${person.displayName}`}>
        {!isQuiet && <Pencil aria-hidden />}
        Edit
      </Link>
    </Button>
  );
}
