import { useState } from "react";
import { attempt } from "@/lib/connection/attempt";
import { REFUSALS } from "#domain/common/errors";
import { useNotice } from "./useNotice";

/** One value of an editable list. `note`: for example how often it is used. */
export type Entry = { readonly id: string; readonly value: string; readonly note?: string };

/** A call to the server. Its refusal is shown at the text field, its success in a notice. */
type Action<Args extends unknown[]> = {
  run: (...args: Args) => Promise<unknown>;
  success: string;
};

export type EntryActions = {
  add: Action<[value: string]>;
  update: Action<[entry: Entry, value: string]>;
  remove: Action<[entry: Entry]>;
};

/**
 * State of an editor of a list's entries: the text, the picked entry, and the result of the last
 * action. With no entry picked, the text is a new value, and the list shows only entries that
 * contain it.
 */
export function useEntryEditor(entries: readonly Entry[] | undefined, actions: EntryActions) {
  const [text, setText] = useState("");
  /** The entry as it was when picked; others may have changed it since. Null: none is picked. */
  const [picked, setPicked] = useState<Entry | null>(null);
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const [notice, showNotice] = useNotice();
  const present = entries?.find(({ id }) => id === picked?.id) ?? null;

  const pick = (entry: Entry | null) => {
    setPicked(entry);
    setText(entry?.value ?? "");
    setError(undefined);
  };
  const type = (typed: string) => {
    setText(typed);
    setError(undefined);
  };
  const send = async <Args extends unknown[]>(action: Action<Args>, ...args: Args) => {
    setIsSending(true);
    const outcome = await attempt(action.run(...args));
    setIsSending(false);
    if (!outcome.ok) return setError(outcome.message);
    finish(action.success);
  };
  /** Shows the result of an action. Text typed or entries picked meanwhile stay. */
  const finish = (success: string) => {
    setPicked((now) => (now === picked ? null : now));
    setText((now) => (now === text ? "" : now));
    setError(undefined);
    showNotice(success);
  };
  /** The picked entry, if the text is valid as its new value. */
  const chosen = text.trim() === "" ? null : present;
  const refuse = () => setError(REFUSALS.ENTRY_NOT_SELECTED);
  return {
    text,
    type,
    picked,
    present,
    pick,
    error,
    isSending,
    notice,
    /** Describes how others have changed or deleted the picked entry; null: they have not. */
    change: picked === null || entries === undefined ? null : describeChange(picked, present),
    add: () => send(actions.add, text),
    update: async () => (chosen === null ? refuse() : await send(actions.update, chosen, text)),
    remove: (entry: Entry) => send(actions.remove, entry),
    /**
     * The entry to act on after a confirmation; null after showing at the text field why it is
     * impossible.
     */
    requireChosen: () => {
      if (chosen === null) refuse();
      return chosen;
    },
    finish,
  };
}

function describeChange(picked: Entry, present: Entry | null): string | null {
  if (present === null) return `“${picked.value}” was deleted meanwhile.`;
  return present.value === picked.value ? null : `“${picked.value}” is now “${present.value}”.`;
}
