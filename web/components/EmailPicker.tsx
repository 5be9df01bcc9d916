import { useState } from "react";
import type { ControllerFieldState, ControllerRenderProps } from "react-hook-form";
import { AwayNote } from "@/components/AwayNote";
import { Field } from "@/components/Field";
import { PersonOption } from "@/components/sample/PersonOption";
import { Suggest } from "@/components/Suggest";
import { useNow } from "@/hooks/useNow";
import { usePeopleSearch } from "@/hooks/usePeopleSearch";
import { isAway } from "../../domain/away";

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
 * pasted or scanned counts as picked.
 */
export function EmailPicker({
  controller: { field, fieldState },
  label,
  help,
  purpose,
  holder,
  autoFocus = true,
}: EmailPickerProps) {
  const [text, setText] = useState(field.value);

  const search = field.value === "" ? text.trim() : "";
  const { people, settled, isLoading } = usePeopleSearch(search, { purpose, holder });

  const [picked, setPicked] = useState<(typeof people)[number] | undefined>();
  const now = useNow();

  const pick = (email: string) => {
    setPicked(people.find((person) => person.email === email));
    field.onChange(email);
    setText(email);
  };
  const type = (typed: string) => {
    setText(typed);
    const exact = people.find(({ email }) => email === typed.trim().toLowerCase());
    setPicked(exact);
    field.onChange(exact?.email ?? "");
  };
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
            // The holder cannot be sent what they hold.
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
          onBlur={field.onBlur}
          isPicked={field.value !== ""}
          placeholder="Search by name or e-mail"
          // Focused for typing, except on a phone, whose keyboard would cover the sample's summary.
          autoFocus={autoFocus && window.matchMedia("(pointer: fine)").matches}
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
