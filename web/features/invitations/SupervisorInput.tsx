import { useQuery } from "convex/react";
import type { Ref } from "react";
import type { FieldControl } from "@/components/forms/Field";
import { PersonOption } from "@/components/sample/PersonOption";
import { Suggest } from "@/components/forms/Suggest";
import { api } from "../../../convex/_generated/api";
import { matchesPerson } from "#domain/people/nameSearch";

/** Maximum of suggestions; typing another letter narrows them. */
const MAX_SHOWN = 50;

type SupervisorInputProps = {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  /** The typed text or the chosen e-mail. */
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** Suggests, by name or e-mail, people of both lists who may be supervisors. */
export function SupervisorInput({ value, onChange, ...props }: SupervisorInputProps) {
  const supervisors = useQuery(api.supervisors.list, {});
  const admins = useQuery(api.admins.list, {});
  const listed = new Map(
    [...(supervisors ?? []), ...(admins ?? [])].map((person) => [person.email, person]),
  );
  const people = [...listed.values()]
    .filter(({ maySupervise }) => maySupervise)
    .map(({ email, displayName }) => ({ email, displayName: displayName ?? email }))
    .sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
  const isPicked = listed.get(value.trim().toLowerCase())?.maySupervise === true;
  const isLoading = supervisors === undefined || admins === undefined;
  return (
    <Suggest
      {...props}
      label="Supervisor"
      text={value}
      onText={onChange}
      onPick={onChange}
      picked={isPicked ? value.trim().toLowerCase() : null}
      placeholder="Search by name or e-mail"
      emptyText={isLoading ? "Loading…" : "No match among the people who may supervise."}
      suggestions={people
        .filter((person) => matchesPerson(person, isPicked ? "" : value))
        .slice(0, MAX_SHOWN)
        .map((person) => ({
          value: person.email,
          content: <PersonOption {...person} city="" country="" />,
        }))}
    />
  );
}
