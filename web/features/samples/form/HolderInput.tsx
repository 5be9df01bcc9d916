import { useState, type Ref } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { FieldControl } from "@/components/forms/Field";
import { PersonOption } from "@/components/sample/PersonOption";
import { Suggest } from "@/components/forms/Suggest";
import { Input } from "@/components/ui/input";
import { useNameOf } from "@/hooks/data/usePeople";
import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";
import { parseEmail } from "#domain/common/email";
import type { SampleInput } from "#domain/samples/fields";

const ANYBODY = { purpose: "transfer", holder: "" } as const;

type HolderProps = {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  /** An e-mail. */
  value: string;
};

/** Shows the holder's name where the form cannot change the holder. */
export function Holder({ control, inputRef, value }: HolderProps) {
  const nameOf = useNameOf(value || undefined);
  return (
    <Input
      {...control}
      ref={inputRef}
      value={value && nameOf(value)}
      title={value || undefined}
      readOnly
    />
  );
}

type HolderInputProps = {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  label: string;
  /** An e-mail, or the typed part of a name. */
  value: string;
  onChange: (email: string) => void;
  onBlur: () => void;
  /** E-mail of the person who fills in the form; suggested first, after the deliverer. */
  self?: string;
};

/**
 * Takes an e-mail, typed or found by name, and shows the picked person's name. The server decides
 * whether that person is allowed.
 */
export function HolderInput({ value, onChange, self, ...field }: HolderInputProps) {
  const [picked, setPicked] = useState(value); // an initial value was picked earlier
  const text = value === picked ? "" : value;
  const { people: found } = usePeopleSearch(text, ANYBODY);
  const likely = useLikely(self);
  const people = text === "" ? [...likely, ...found.filter(isNotIn(likely))] : found;
  const typed = value.trim().toLowerCase();
  const isPicked = typed !== "" && (text === "" || people.some(({ email }) => email === typed));
  const isNamed = value === picked && parseEmail(value) !== null;
  const nameOf = useNameOf(isNamed ? value : undefined);
  return (
    <Suggest
      {...field}
      text={isNamed ? nameOf(value) : value}
      title={isNamed ? value : undefined}
      onText={onChange}
      onPick={(email) => {
        setPicked(email);
        onChange(email);
      }}
      picked={isPicked ? typed : null}
      placeholder="Search by name or e-mail"
      suggestions={people.map((person) => ({
        value: person.email,
        content: <PersonOption {...person} />,
      }))}
    />
  );
}

type Person = ReturnType<typeof usePeopleSearch>["people"][number];

const isNotIn =
  (people: readonly Person[]) =>
  ({ email }: Person) =>
    people.every((other) => other.email !== email);

/**
 * Likely previous holders of a sample being registered: the colleague who delivered it, if one has
 * that name, and the person who fills in the form.
 */
function useLikely(self = ""): Person[] {
  const { control } = useFormContext<SampleInput>();
  const deliverer = useWatch({ control, name: "deliveredBy" }).trim();
  const named = usePeopleSearch(self === "" ? "" : deliverer, ANYBODY).people[0];
  const own = usePeopleSearch(self, ANYBODY).people.find(({ email }) => email === self);
  if (self === "") return [];
  const delivering = deliverer === "" || named?.email === self ? undefined : named;
  return [delivering, own].filter((person) => person !== undefined);
}
