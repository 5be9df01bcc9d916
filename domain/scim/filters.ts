/** The attributes by which directories look for one person. */
export type ScimFilter = {
  readonly by: "id" | "userName" | "externalId" | "email";
  readonly value: string;
};

const MAX_FILTER = 1_000;
const URN = "(?:urn:ietf:params:scim:schemas:core:2\\.0:User:)?";
const ATTRIBUTE = 'id|userName|externalId|emails(?:\\[type eq "work"\\])?(?:\\.value)?';
const EQUALS = new RegExp(`^\\s*${URN}(${ATTRIBUTE})\\s+eq\\s+("(?:[^"\\\\]|\\\\.)*")\\s*$`, "i");

export const FILTER_HELP =
  'Filters are: userName eq "…", externalId eq "…", emails.value eq "…" and id eq "…".';

/** Returns null for any filter that is not answered; its value is only ever compared. */
export function parseFilter(text: string): ScimFilter | null {
  if (text.length > MAX_FILTER) return null;
  const [, attribute, quoted] = EQUALS.exec(text) ?? [];
  if (attribute === undefined || quoted === undefined) return null;
  const value = unquoted(quoted);
  if (value === null) return null;
  switch (attribute.toLowerCase()) {
    case "id":
      return { by: "id", value };
    case "username":
      return { by: "userName", value };
    case "externalid":
      return { by: "externalId", value };
    default:
      return { by: "email", value };
  }
}

function unquoted(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}
