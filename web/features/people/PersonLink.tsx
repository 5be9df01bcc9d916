import { Link } from "@tanstack/react-router";
import { PersonAvatar } from "@/components/sample/PersonAvatar";
import { cn } from "@/lib/utils";
import type { EmployeeRow } from "./usePeople";

type PersonLinkProps = {
  person: Pick<EmployeeRow, "_id" | "displayName" | "email" | "photoURL">;
  className?: string;
};

/** A person's photo and name, linking to their page. */
export function PersonLink({ person, className }: PersonLinkProps) {
  const { _id, displayName, email, photoURL } = person;
  const name = displayName || email;
  return (
    <Link
      to="/pages/person/$id"
      params={{ id: _id }}
      title={email}
      className={cn(
        "flex min-w-0 items-center gap-2 rounded coarse:min-h-11 font-medium underline-offset-4 hover:text-primary hover:underline",
        className,
      )}
    >
      <PersonAvatar email={email} name={name} photoURL={photoURL} />
      <span className="truncate">{name}</span>
    </Link>
  );
}
