import { useEffect, useState } from "react";
import { attempt } from "@/lib/connection/attempt";
import { REFUSALS } from "#domain/common/errors";

/** One value of an editable list. `note`: for example how often it is used. */
export type Entry = { readonly id: string; readonly value: string; readonly note?: string };

/** A call to the server. Its refusal is shown at its field, its success in a notice. */
type Action<Args extends unknown[]> = {
  run: (...args: Args) => Promise<unknown>;
  success: string;
};

export type EntryActions = {
  add: Action<[value: string]>;
  update: Action<[entry: Entry, value: string]>;
  remove: Action<[entry: Entry]>;
};

/** A text field and the refusal of its last submit. */
type TypedText = { readonly text: string; readonly error?: string };

const EMPTY: TypedText = { text: "" };

/**
 * State of an editor of a list's entries: the value to add, the entry that is being renamed, and
 * the result of the last action.
 */
export function useEntryEditor(entries: readonly Entry[] | undefined, actions: EntryActions) {
  const [added, setAdded] = useState(EMPTY);
  /** The entry as it was when its renaming began, with its new value. */
  const [renamed, setRenamed] = useState<(TypedText & { readonly entry: Entry }) | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [notice, showNotice] = useNotice();
  const isGone =
    renamed !== null &&
    entries !== undefined &&
    !isSending &&
    !entries.some(({ id }) => id === renamed.entry.id);

  /** @returns the refusal's message; null after a success, which the notice reports */
  const send = async <Args extends unknown[]>(action: Action<Args>, ...args: Args) => {
    setIsSending(true);
    const outcome = await attempt(action.run(...args));
    setIsSending(false);
    if (!outcome.ok) return outcome.message;
    showNotice(action.success);
    return null;
  };
  const add = async () => {
    const { text } = added;
    const error = await send(actions.add, text);
    if (error !== null) return setAdded((now) => ({ ...now, error }));
    setAdded((now) => (now.text === text ? EMPTY : now)); // the next value may be typed already
  };
  const rename = async () => {
    if (renamed === null) return;
    const { entry, text } = renamed;
    const refused = text.trim() === "" || isGone ? REFUSALS.ENTRY_NOT_SELECTED : null;
    const error = refused ?? (await send(actions.update, entry, text));
    if (error === null) return setRenamed((now) => (now === renamed ? null : now));
    setRenamed((now) => now && { ...now, error });
  };
  return {
    added,
    setAdded: (text: string) => setAdded({ text }),
    add,
    renamed,
    startRenaming: (entry: Entry) => setRenamed({ entry, text: entry.value }),
    setRenamed: (text: string) => setRenamed((now) => now && { entry: now.entry, text }),
    rename,
    cancelRenaming: () => setRenamed(null),
    /** Value of the renamed entry, if it is no longer in the list. */
    gone: isGone ? renamed.entry.value : null,
    remove: (entry: Entry) => send(actions.remove, entry),
    isSending,
    notice,
    showNotice,
  };
}

/** Time for which a success message is shown, ms: long enough to read. */
const NOTICE_MS = 3_000;

/** A message that disappears after a while, and a function that shows one. */
export function useNotice(): [notice: string | null, show: (text: string | null) => void] {
  const [notice, setNotice] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice?.text ?? null, (text) => setNotice(text === null ? null : { text })];
}
