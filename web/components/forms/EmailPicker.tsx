import { useState } from "react";
import type { ControllerFieldState, ControllerRenderProps } from "react-hook-form";
import { Field } from "@/components/forms/Field";
import { PersonOption } from "@/components/sample/PersonOption";
import { Suggest } from "@/components/forms/Suggest";
import { hasFinePointer } from "@/hooks/useMediaQuery";
import { useNow } from "@/hooks/useNow";
import { useNameOf } from "@/hooks/data/usePeople";
import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";
import { parseEmail } from "#domain/common/email";
import { isAway, type Away } from "#domain/people/away";
import { formatDate } from "#domain/common/dates";

type EmailController = {
  field: Pick<ControllerRenderProps<{ email: string }, "email">, "value" | "onBlur" | "ref"> & {
    onChange: (email: string) => void;
  };
  fieldState: Pick<ControllerFieldState, "error">;
};

type EmailPickerProps = {
  /** react-hook-form's controller of the field that holds the e-mail. */
  controller: EmailController;
  label: string;
  help: string;
  purpose: "transfer" | "return" | "lost";
  /** E-mail of the person who has the sample; the server leaves them out of the suggestions. */
  holder: string;
  /** False if another field of the page should take typed or scanned text first. */
  autoFocus?: boolean;
};

/**
 * Picks a colleague by name or e-mail from those who can be asked. The field then shows the picked
 * person's name. A complete e-mail that is typed, pasted or scanned counts too; if it belongs to
 * none of those people, the text stays, and the server says why they cannot be asked.
 */
export function EmailPicker({
  controller: { field, fieldState },
  label,
  help,
  purpose,
  holder,
  autoFocus = true,
}: EmailPickerProps) {
  /** Text typed since the last pick; null: the field shows the picked person's name. */
  const [typed, setTyped] = useState<string | null>(null);
  const [latest, setLatest] = useState<(typeof people)[number] | undefined>();
  const picked = latest?.email === field.value ? latest : undefined;
  const isPicked = field.value !== "" && (typed === null || picked !== undefined);

  const search = isPicked ? "" : (typed ?? "").trim();
  const { people, settled, isLoading } = usePeopleSearch(search, { purpose, holder });
  // The server may suggest the person only after their whole e-mail was typed.
  const suggested = isPicked ? undefined : people.find(({ email }) => email === field.value);
  if (suggested !== undefined) setLatest(suggested);

  const now = useNow();
  const nameOf = useNameOf(typed === null ? field.value || undefined : undefined);
  const name = () => picked?.displayName ?? nameOf(field.value);
  const text = typed ?? (field.value === "" ? "" : name());

  const pick = (email: string) => {
    setLatest(people.find((person) => person.email === email));
    field.onChange(email);
    setTyped(null);
  };
  const type = (next: string) => {
    setTyped(next);
    field.onChange(parseEmail(next) ?? "");
  };
  const leave = () => {
    if (isPicked) setTyped(null);
    field.onBlur();
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
            // Null if the stand-in is the holder, who already has the sample.
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
          picked={isPicked ? field.value : null}
          title={isPicked ? field.value : undefined}
          placeholder="Search by name or e-mail"
          autoFocus={autoFocus && hasFinePointer()}
          emptyText={isLoading ? "Loading…" : `No one found for “${settled}”.`}
          suggestions={people.map((person) => ({
            value: person.email,
            content: <PersonOption {...person} />,
          }))}
        />
      )}
    </Field>
  );
}

type AwayNoteProps = {
  name: string;
  away: Away;
  /**
   * Called with the stand-in's e-mail when the viewer picks them; null if they cannot be picked.
   */
  onStandIn: ((email: string) => void) | null;
};

/** Notes that the picked person is away, and offers their stand-in. */
function AwayNote({ name, away, onStandIn }: AwayNoteProps) {
  const nameOf = useNameOf(away.standIn);
  return (
    <span>
      {name} is away until {formatDate(away.until - 1)}.{" "}
      {onStandIn && (
        <button
          type="button"
          className="rounded font-medium underline underline-offset-2"
          onClick={() => onStandIn(away.standIn)}
        >
          Send to {nameOf(away.standIn)} instead?
        </button>
      )}
    </span>
  );
}
