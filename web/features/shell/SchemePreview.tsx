import type { Theme } from "@/lib/theme";

const BARS = ["w-3/4", "w-full", "w-2/3"];

/** A miniature of a screen in a colour scheme; "system" shows its two halves. */
export function SchemePreview({ scheme }: { scheme: Theme["theme"] }) {
  if (scheme !== "system") return <Miniature scheme={scheme} />;
  return (
    <span aria-hidden className="relative">
      <Miniature scheme="default" />
      <span className="absolute inset-0 [clip-path:inset(0_0_0_50%)]">
        <Miniature scheme="dark" />
      </span>
    </span>
  );
}

/** Sidebar, top bar, rows with statuses. */
function Miniature({ scheme }: { scheme: Exclude<Theme["theme"], "system"> }) {
  return (
    <span
      aria-hidden
      data-scheme={scheme}
      className="flex h-16 w-full overflow-hidden rounded-md border bg-background"
    >
      <span className="flex w-1/4 flex-col gap-1 bg-sidebar p-1.5">
        <span className="mb-0.5 size-2 rounded-sm bg-primary" />
        {BARS.map((width) => (
          <span key={width} className={`h-1 rounded-full bg-sidebar-muted/60 ${width}`} />
        ))}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="h-2.5 border-b bg-card" />
        <span className="m-1.5 flex flex-1 flex-col justify-around rounded-sm border bg-card px-1.5">
          <Row dot="bg-status-use" />
          <Row dot="bg-status-transit" />
          <Row dot="bg-status-return" />
        </span>
      </span>
    </span>
  );
}

function Row({ dot }: { dot: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="h-1 flex-1 rounded-full bg-foreground/25" />
      <span className={`size-1.5 rounded-full ${dot}`} />
    </span>
  );
}
