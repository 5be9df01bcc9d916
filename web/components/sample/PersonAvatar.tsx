import type { CSSProperties } from "react";
import { avatarHue } from "@/lib/people/avatarHue";
import { initials } from "@/lib/people/initials";
import { photoAddress } from "@/lib/people/photo";
import { cn } from "@/lib/utils";

type PersonAvatarProps = {
  email: string;
  name: string;
  photoURL: string;
  /** Another size than a row's 20 px. */
  className?: string;
};

/**
 * A person's photo, else their initials on a colour of their own. Decorative: the name stands
 * beside it.
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
      {/* Over the initials, which stay where the photo does not load. */}
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
