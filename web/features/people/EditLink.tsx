import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { EmployeeRow } from "./usePeople";

type EditLinkProps = {
  to: "/pages/editemployees/$id" | "/pages/editemployeeprivate/$id";
  person: Pick<EmployeeRow, "_id" | "displayName" | "email">;
  className?: string;
};

export function EditLink({ to, person, className }: EditLinkProps) {
  return (
    <Button asChild variant="outline" size="sm" className={className}>
      <Link to={to} params={{ id: person._id }} aria-label={`Edit ${person.displayName}`}>
        <Pencil aria-hidden />
        Edit
      </Link>
    </Button>
  );
}
