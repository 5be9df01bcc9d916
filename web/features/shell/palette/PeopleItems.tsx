import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { toast } from "sonner";
import { PersonOption } from "@/components/sample/PersonOption";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../../convex/_generated/api";
import { formatAddressFilters } from "#domain/tables/addressFilters";

/** Maximum number of people shown. */
const SHOWN = 5;

/** Colleagues whose name or e-mail begins with the text; none without text. */
export function useFoundPeople(text: string) {
  const { people, isLoading } = usePeopleSearch(text, { purpose: "transfer", holder: "" });
  return { found: text === "" ? [] : people.slice(0, SHOWN), isLoading };
}

type FoundPerson = ReturnType<typeof useFoundPeople>["found"][number];

type PeopleItemsProps = { people: readonly FoundPerson[]; onClose: () => void };

/**
 * Colleagues. Selecting one opens their page or, if the viewer may not see it, the visible ones of
 * the samples they hold.
 */
export function PeopleItems({ people, onClose }: PeopleItemsProps) {
  const convex = useConvex();
  const navigate = useNavigate();
  if (people.length === 0) return null;
  const open = async (email: string) => {
    const outcome = await attempt(convex.query(api.users.getByEmail, { email }));
    if (!outcome.ok) return void toast.error(outcome.message);
    if (outcome.value !== null) {
      return void navigate({ to: "/pages/person/$id", params: { id: outcome.value._id } });
    }
    const filter = formatAddressFilters({ samplmanag: { kind: "select", anyOf: [email] } });
    void navigate({ to: "/private/reportfs", search: { filter } });
  };
  return (
    <CommandGroup heading="People">
      {people.map((person) => (
        <CommandItem
          key={person.email}
          value={person.email}
          onSelect={() => {
            onClose();
            void open(person.email);
          }}
        >
          <span className="min-w-0 flex-1">
            <PersonOption {...person} />
          </span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
