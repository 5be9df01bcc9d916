import { useState, type Ref } from "react";
import type { FieldControl } from "@/components/Field";
import { PersonOption } from "@/components/sample/PersonOption";
import { Suggest } from "@/components/Suggest";
import { usePeopleSearch } from "@/hooks/usePeopleSearch";

type HolderInputProps = {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  label: string;
  /** An e-mail, or what is typed of a name. */
  value: string;
  onChange: (email: string) => void;
  onBlur: () => void;
};

/**
 * Takes somebody's e-mail, typed or found by their name. The server decides whether they may be
 * named.
 */
export function HolderInput({ value, onChange, ...field }: HolderInputProps) {
  const [picked, setPicked] = useState(value); // a value that stands there was picked before
  const text = value === picked ? "" : value;
  const { people } = usePeopleSearch(text, { purpose: "transfer", holder: "" });
  const typed = value.trim().toLowerCase();
  return (
    <Suggest
      {...field}
      text={value}
      onText={onChange}
      onPick={(email) => {
        setPicked(email);
        onChange(email);
      }}
      isPicked={value !== "" && (text === "" || people.some(({ email }) => email === typed))}
      placeholder="Search by name or e-mail"
      suggestions={people.map((person) => ({
        value: person.email,
        content: <PersonOption {...person} />,
      }))}
    />
  );
}
