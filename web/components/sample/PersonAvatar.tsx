import type { CSSProperties } from "react";
import { avatarHue } from "@/lib/people/avatarHue";
import { photoAddress } from "@/lib/people/photo";
import { cn } from "@/lib/utils";

type PersonAvatarProps = {
  email: string;
  name: string;
  photoURL: string;
  /** For a size other than a row's 20 px. */
  className?: string;
};

/**
 * A person's photo, else their initials on a color of their own. Decorative: the name is next to
 * it.
 */
export function PersonAvatar({ email, name, photoURL, className }: PersonAvatarProps) {
  return (
    <span
      aria-hidden
      style={{ "--person-hue": avatarHue(email) } as CSSProperties}
      className={cn(
        "relative grid size-5 shrink-0 select-none place-items-center overflow-hidden rounded-full text-[9px] font-semibold leading-none",
        "bg-[hsl(var(--person-hue)_var(--person-tint))] text-[hsl(var(--person-hue)_var(--person-text))]",
        className,
      )}
    >
      {initials(name)}
      {/* Above the initials, which remain visible if the photo fails to load. */}
      {photoURL !== "" && (
        <img
          src={photoAddress(photoURL)}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

/** Up to two letters for an avatar: "Ana Souza" and "ana.souza@…" give AS. */
function initials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/).filter(Boolean);
  const [first = "?", ...rest] = words;
  const letters = [first, ...rest.slice(-1)].map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase();
}
