import { createContext, useContext } from "react";
import { markedParts } from "./markedParts";

/** The folded search words of the table. */
export const SearchWordsContext = createContext<readonly string[]>([]);

/** A row's text with the search matches marked. */
export function Marked({ children }: { children: string }) {
  const words = useContext(SearchWordsContext);
  if (words.length === 0) return children;
  return markedParts(children, words).map(({ text, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="rounded-sm bg-warning text-warning-foreground">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
