import { useQuery } from "convex/react";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { Field } from "@/components/Field";
import { Suggest } from "@/components/Suggest";
import { useSettled } from "@/hooks/useSettled";
import { api } from "../../convex/_generated/api";

/** A pause in typing after which the server is asked. */
const SEARCH_AFTER_MS = 150;

type EmailPickerProps = {
  control: Control<{ recipient: string }>;
  label: string;
  help: string;
  purpose: "transfer" | "return" | "lost";
  /** E-mail of who has the sample, and so is not asked. */
  holder: string;
};

/**
 * A colleague, found by name or e-mail among those who can be asked. A whole e-mail that is typed,
 * pasted or scanned counts as picked.
 */
export function EmailPicker({ control, label, help, purpose, holder }: EmailPickerProps) {
  const { field, fieldState } = useController({ control, name: "recipient" });
  const [text, setText] = useState("");

  const search = useSettled(field.value === "" ? text.trim() : "", SEARCH_AFTER_MS);
  const answer = useQuery(api.users.recipients, { purpose, search, holder });
  const [latest, setLatest] = useState(answer);
  if (answer !== undefined && answer !== latest) setLatest(answer); // keeps the list while typing on
  // What was typed since then counts at once: Enter must never take somebody of the older answer.
  const people = (latest ?? []).filter((person) => isMatch(person, text));

  const pick = (email: string) => {
    field.onChange(email);
    setText(email);
  };
  const type = (typed: string) => {
    setText(typed);
    const exact = people.find(({ email }) => email === typed.trim().toLowerCase());
    field.onChange(exact?.email ?? "");
  };
  return (
    <Field label={label} help={help} error={fieldState.error?.message}>
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
          // Ready to type; on a phone the keyboard would cover what the form is about.
          autoFocus={window.matchMedia("(pointer: fine)").matches}
          emptyText={latest === undefined ? "Loading…" : `Nobody found for “${search}”.`}
          suggestions={people.map((person) => ({
            value: person.email,
            content: <PersonOption {...person} />,
          }))}
        />
      )}
    </Field>
  );
}

type PersonOptionProps = { displayName: string; email: string; city: string; country: string };

function isMatch({ displayName, email }: PersonOptionProps, text: string): boolean {
  return `${displayName} ${email}`.toLowerCase().includes(text.trim().toLowerCase());
}

function PersonOption({ displayName, email, city, country }: PersonOptionProps) {
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate font-medium">{displayName}</span>
        <span className="block truncate text-xs text-muted-foreground">{email}</span>
      </span>
      <span className="shrink-0 text-right text-xs text-muted-foreground">
        {[city, country].filter(Boolean).join(", ")}
      </span>
    </span>
  );
}
