import { Avatar, AvatarFallback, AvatarImage } from "@/components/ui/avatar";
import { initials } from "@/lib/initials";
import { photoAddress } from "@/lib/photo";

interface PersonAvatarProps {
  displayName: string;
  photoURL: string;
  /** Its size; 32 px without one. */
  className?: string;
}

/** A person's photo; their initials while it loads, and when there is none. Beside their name. */
export function PersonAvatar({ displayName, photoURL, className }: PersonAvatarProps) {
  const address = photoAddress(photoURL);
  return (
    <Avatar className={className}>
      {address && <AvatarImage src={address} alt="" />}
      <AvatarFallback>{initials(displayName)}</AvatarFallback>
    </Avatar>
  );
}
