import { useEffect, useEffectEvent, useState } from "react";
import type { ControllerFieldState, ControllerRenderProps } from "react-hook-form";
import { AwayNote } from "@/components/AwayNote";
import { Field } from "@/components/forms/Field";
import { PersonOption } from "@/components/sample/PersonOption";
import { Suggest } from "@/components/forms/Suggest";
import { useNow } from "@/hooks/useNow";
import { useNameOf } from "@/hooks/data/usePeople";
import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";
import { hasFinePointer } from "@/lib/finePointer";
import { isAway } from "#domain/people/away";

type EmailController = {
  field: Pick<ControllerRenderProps<{ email: string }, "email">, "value" | "onBlur" | "ref"> & {
    onChange: (email: string) => void;
  };
  fieldState: Pick<ControllerFieldState, "error">;
};

type EmailPickerProps = {
  /** Of react-hook-form, for the field that holds the e-mail. */
  controller: EmailController;
  label: string;
  help: string;
  purpose: "transfer" | "return" | "lost";
  /** E-mail of the person who has the sample; the server leaves them out of the offers. */
  holder: string;
  /** Left out where another field of the page takes typed or scanned text first. */
  autoFocus?: boolean;
};

/**
 * A colleague, found by name or e-mail among those who can be asked. A whole e-mail that is typed,
 * pasted or scanned counts as picked. The field says the name of the one who is picked.
 */
export function EmailPicker({
  controller: { field, fieldState },
  label,
  help,
  purpose,
  holder,
  autoFocus = true,
}: EmailPickerProps) {
  /** Null: the name of the one who is picked stands there. */
  const [typed, setTyped] = useState<string | null>(null);

  const search = field.value === "" ? (typed ?? "").trim() : "";
  const { people, settled, isLoading } = usePeopleSearch(search, { purpose, holder });

  const [picked, setPicked] = useState<(typeof people)[number] | undefined>();
  const now = useNow();
  const nameOf = useNameOf(field.value || undefined);
  const name = () => (picked?.email === field.value ? picked.displayName : nameOf(field.value));
  const text = typed ?? (field.value === "" ? "" : name());

  const choose = (email: string) => {
    setPicked(people.find((person) => person.email === email));
    field.onChange(email);
  };
  /** The text as an e-mail of somebody who is offered; "" while nobody has that one. */
  const offered = (written: string) => {
    const email = written.trim().toLowerCase();
    return people.some((person) => person.email === email) ? email : "";
  };
  const pick = (email: string) => {
    choose(email);
    setTyped(null);
  };
  const type = (next: string) => {
    setTyped(next);
    choose(offered(next));
  };
  const leave = () => {
    if (field.value !== "") setTyped(null);
    field.onBlur();
  };
  // Somebody whose whole e-mail stood here before the server had named them.
  const late = field.value === "" ? offered(text) : "";
  if (late !== "" && picked?.email !== late) {
    setPicked(people.find(({ email }) => email === late));
  }
  const report = useEffectEvent(field.onChange);
  useEffect(() => {
    if (late !== "") report(late);
  }, [late]);

  const away = picked && isAway(picked.away, now) ? picked.away : null;
  return (
    <Field
      label={label}
      help={help}
      error={fieldState.error?.message}
      warning={
        picked &&
        away && (
          <AwayNote
            name={picked.displayName}
            away={away}
            // Null for the holder, who cannot be sent a sample that they have.
            onStandIn={away.standIn === holder ? null : pick}
          />
        )
      }
    >
      {(ariaControl) => (
        <Suggest
          control={ariaControl}
          inputRef={field.ref}
          label={label}
          text={text}
          onText={type}
          onPick={pick}
          onBlur={leave}
          picked={field.value || null}
          title={field.value || undefined}
          placeholder="Search by name or e-mail"
          autoFocus={autoFocus && hasFinePointer()}
          emptyText={isLoading ? "Loading…" : `Nobody found for “${settled}”.`}
          suggestions={people.map((person) => ({
            value: person.email,
            content: <PersonOption {...person} />,
          }))}
        />
      )}
    </Field>
  );
}
