import { useState } from "react";
import { attempt } from "@/lib/connection/attempt";
import { REFUSALS } from "#domain/common/errors";
import { useNotice } from "./useNotice";

/** One value of a list that people maintain. `note`: how often it is used, say. */
export type Entry = { readonly id: string; readonly value: string; readonly note?: string };

/** One call of the server, whose refusal is shown at the text, and what is said when it is done. */
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
 * State of an editor of a list's entries: the text, the picked entry, and what the last action
 * came to. Nothing picked: the text is a new value, and narrows the list to those that contain it.
 */
export function useEntryEditor(entries: readonly Entry[] | undefined, actions: EntryActions) {
  const [text, setText] = useState("");
  /** The entry as the person picked it; others may have changed it since. Null: none is picked. */
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
  /** Says what an action came to. What was typed or picked meanwhile stays. */
  const finish = (success: string) => {
    setPicked((now) => (now === picked ? null : now));
    setText((now) => (now === text ? "" : now));
    setError(undefined);
    showNotice(success);
  };
  /** The picked entry, if the text may replace it. */
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
    /** Says how others changed or deleted the picked entry meanwhile; null: they did not. */
    change: picked === null || entries === undefined ? null : describeChange(picked, present),
    add: () => send(actions.add, text),
    update: async () => (chosen === null ? refuse() : await send(actions.update, chosen, text)),
    remove: (entry: Entry) => send(actions.remove, entry),
    /** The entry to act on, once the person has said yes; null is refused in words at the text. */
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
