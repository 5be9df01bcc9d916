import { GROUPS, ownGroup, type Group, type GroupKind } from "#domain/samples/trends";
import type { Role } from "#domain/custody/workflow";

/** The kinds of groups that a role may choose, in screen order. */
export const KINDS_OF_ROLE: Readonly<Record<Role, readonly GroupKind[]>> = {
  admin: ["company", "team", "country", "person"],
  supervisor: ["team", "person"],
  user: ["person"],
};

export const KIND_LABELS: Readonly<Record<GroupKind, string>> = {
  company: "Company",
  team: "Team",
  country: "Country",
  person: "Person",
};

type Reader = { readonly email: string; readonly role: Role };

/**
 * Parses the group in a URL: `team:ingrid@example.com`. Returns the role's own group for an invalid
 * text or a kind that the role may not choose.
 */
export function parseGroup(text: string | undefined, reader: Reader): Group {
  const [, name = "", key = ""] = /^(\w+):(.*)$/s.exec(text ?? "") ?? [];
  const kind = GROUPS.find((each) => each === name);
  const isChoice = kind !== undefined && KINDS_OF_ROLE[reader.role].includes(kind);
  const isMangled = key === "" && kind !== "company";
  return isChoice && !isMangled ? { kind, key } : ownGroup(reader);
}

/** Undefined for the role's own group, which the URL omits. */
export function formatGroup(group: Group, reader: Reader): string | undefined {
  const own = ownGroup(reader);
  return group.kind === own.kind && group.key === own.key
    ? undefined
    : `${group.kind}:${group.key}`;
}
