/** The Transfer list as it is, taken from the demo. Its size is named so that nothing jumps. */
export function Screenshot() {
  return (
    <div className="overflow-hidden rounded-lg border bg-card shadow-2xl shadow-foreground/10">
      <img
        src="/screenshot-transfer.png"
        width={1280}
        height={800}
        alt="The Transfer list: each sample with its holder, its status and the next step"
        className="h-auto w-full"
      />
    </div>
  );
}
