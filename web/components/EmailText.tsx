import { Fragment } from "react";

/** Text with e-mail addresses that wrap before the @ instead of inside a word. */
export function EmailText({ children }: { children: string }) {
  const [first, ...rest] = children.split("@");
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <wbr />@{part}
        </Fragment>
      ))}
    </>
  );
}
