/** The Transfer list as it is, taken from the demo. Its size is named so that nothing jumps. */
export function Screenshot() {
  const size = { width: 1280, height: 800, className: "h-auto w-full" };
  const alt = "The Transfer list: each sample with its holder, its status and the next step";
  return (
    <div className="overflow-hidden rounded-lg border bg-card shadow-2xl shadow-black/20">
      <div className="dark:hidden">
        <img src="/screenshot-transfer.png" alt={alt} {...size} />
      </div>
      <div className="hidden dark:block">
        <img src="/screenshot-transfer-dark.png" alt={alt} loading="lazy" {...size} />
      </div>
    </div>
  );
}
