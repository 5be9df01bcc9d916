import { useId, useState } from "react";
import { PersonOption } from "@/components/sample/PersonOption";
import { Suggest } from "@/components/Suggest";
import { usePeopleSearch } from "@/hooks/usePeopleSearch";

/**
 * Finds a colleague to filter by, also one of whom no record is loaded yet. The filter is the table's: its
 * chip says who was picked, and takes it away.
 */
export function PersonPicker({ onPick }: { onPick: (email: string) => void }) {
  const [text, setText] = useState("");
  const { people, isLoading, settled } = usePeopleSearch(text, { purpose: "transfer", holder: "" });
  const id = useId();
  return (
    <div className="w-full sm:w-72">
      <label htmlFor={id} className="sr-only">
        Person
      </label>
      <Suggest
        control={{ id, "aria-describedby": undefined, "aria-invalid": undefined }}
        inputRef={null}
        label="Person"
        text={text}
        onText={setText}
        onPick={(email) => {
          onPick(email);
          setText("");
        }}
        onBlur={() => setText("")}
        isPicked={false}
        placeholder="Person: name or e-mail"
        emptyText={isLoading ? "Loading…" : `Nobody found for “${settled}”.`}
        suggestions={people.map((person) => ({
          value: person.email,
          content: <PersonOption {...person} />,
        }))}
      />
    </div>
  );
}
