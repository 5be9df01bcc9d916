/** Up to two letters for an avatar: "Ana Souza" and "ana.souza@…" give AS. */
export function initials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/).filter(Boolean);
  const [first = "?", ...rest] = words;
  const letters = [first, ...rest.slice(-1)].map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase();
}
