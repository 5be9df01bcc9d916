import { isValidElement, type ReactNode } from "react";
import { fold } from "#domain/common/fold";
import { searchWords } from "#domain/identifiers/identifierLookup";
import { ACCOUNT_GUIDES } from "./accountGuides";
import type { Guide } from "./Guide";
import { PEOPLE_GUIDES } from "./peopleGuides";
import { SAMPLE_GUIDES } from "./sampleGuides";
import { TOOL_GUIDES } from "./toolGuides";

/** All guides, in the order of the page. */
const GUIDES: readonly Guide[] = [
  ...ACCOUNT_GUIDES,
  ...SAMPLE_GUIDES,
  ...TOOL_GUIDES,
  ...PEOPLE_GUIDES,
];

/** Returns the guides that contain each word of `search`, ignoring case and accents. */
export function findGuides(search: string): readonly Guide[] {
  const words = searchWords(search);
  return GUIDES.filter(({ title, body }) => {
    const text = fold(`${title} ${textOf(body)}`);
    return words.every((word) => text.includes(word));
  });
}

/** Text content of a guide, including the alternative texts of its pictures. */
function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map((each: ReactNode) => textOf(each)).join(" ");
  if (!isValidElement<{ children?: ReactNode; alt?: string }>(node)) return "";
  return `${node.props.alt ?? ""} ${textOf(node.props.children)}`;
}
