import JsBarcode from "jsbarcode";

/** Light modules that scanners need on either side. */
const QUIET = 10;

/** A Code 128 bar code of `text` as SVG, scaled to its box; nothing if `text` cannot be encoded. */
export function Code128({ text, className }: { text: string; className?: string }) {
  const modules = modulesOf(text);
  if (modules === null) return null;
  const bars = [...modules.matchAll(/1+/g)].map(({ index, 0: bar }) => (
    <rect key={index} x={QUIET + index} width={bar.length} height={1} fill="#000" />
  ));
  return (
    <svg
      viewBox={`0 0 ${modules.length + 2 * QUIET} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
      role="img"
      aria-label={`Bar code of ${text}`}
    >
      {bars}
    </svg>
  );
}

/** `1` for a dark module, `0` for a light one. Null for text with non-ASCII characters. */
function modulesOf(text: string): string | null {
  const drawn: { encodings?: readonly { readonly data: string }[] } = {};
  let isValid = false;
  JsBarcode(drawn, text, { format: "CODE128", valid: (valid) => (isValid = valid) });
  return isValid ? (drawn.encodings ?? []).map(({ data }) => data).join("") : null;
}
