import { encode } from "uqr";

type QrCodeProps = { text: string; label?: string; className?: string };

/** A QR code of `text` as one SVG path, with the quiet zone of four modules that scanners need. */
export function QrCode({ text, label = `QR code of ${text}`, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
