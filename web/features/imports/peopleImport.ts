import type { ConvexReactClient } from "convex/react";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";
import type { ImportRow } from "#domain/imports/importResults";
import { peopleToImport } from "#domain/imports/peopleSheet";
import {
  MAX_PERSON_ROWS,
  PERSON_LABELS,
  type PersonField,
  type PersonPolicy,
} from "#domain/people/personRows";
import type { ImportKind, ImportWords } from "./importKind";

export const PEOPLE_WORDS: ImportWords = {
  upload: "Import people",
  finished: "Import completed",
  imported: ["To invite", "Invited"],
  updated: ["To change", "Changed"],
  next: { to: "/pages/invitations", label: "Invitations" },
};

type Options = {
  readonly client: ConvexReactClient;
  readonly fields: readonly (PersonField | null)[];
  readonly onDuplicate: PersonPolicy;
};

/**
 * Invites people, and changes the settings of existing ones. The server stores nothing about the
 * import itself: sending a file again invites no one twice.
 */
export function peopleImport({ client, fields, onDuplicate }: Options) {
  const send = (rows: readonly ImportRow[], dryRun: boolean) => {
    const args = { rows: [...rows], onDuplicate, dryRun };
    return withConnection(client, client.action(api.peopleImports.importBatch, args));
  };
  return {
    words: PEOPLE_WORDS,
    labels: PERSON_LABELS,
    fields,
    batchRows: MAX_PERSON_ROWS,
    checkRows: MAX_PERSON_ROWS,
    titleOf: (cell) => ({ name: cell("email") || "No e-mail", detail: cell("role") }),
    prepare: (rows) => peopleToImport({ rows }, fields),
    completer: () => (result) => result,
    check: (rows) => send(rows, true),
    begin: () => Promise.resolve(),
    commit: ({ rows }) => send(rows, false),
  } satisfies ImportKind;
}
