export type KeyHelp = { readonly keys: readonly string[]; readonly label: string };

/** A list of keys with their effects, one per line. */
export function KeyList({ keys }: { keys: readonly KeyHelp[] }) {
  return (
    <dl className="divide-y text-sm">
      {keys.map(({ keys: names, label }) => (
        <div key={label} className="flex items-center justify-between gap-4 py-1.5">
          <dt>{label}</dt>
          <dd className="flex gap-1">
            {names.map((name) => (
              <kbd
                key={name}
                className="min-w-6 rounded border bg-muted px-1.5 py-0.5 text-center font-mono text-xs"
              >
                {name}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
