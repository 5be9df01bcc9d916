import { usePerson } from "@/hooks/data/usePeople";
import { PersonAvatar } from "./PersonAvatar";

type PersonOptionProps = {
  displayName: string;
  email: string;
  city: string;
  country: string;
  /** The viewer has asked this person recently. */
  isRecent?: true;
};

/** A colleague in a list of suggestions. */
export function PersonOption(props: PersonOptionProps) {
  const { displayName, email, city, country, isRecent = false } = props;
  return (
    <span className="flex items-center justify-between gap-3">
      <PersonAvatar email={email} name={displayName} photoURL={usePerson(email).photoURL} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{displayName}</span>
        <span className="block truncate text-xs text-muted-foreground">{email}</span>
      </span>
      <span className="shrink-0 text-right text-xs text-muted-foreground">
        {isRecent && <span className="block text-foreground">Recent</span>}
        {[city, country].filter(Boolean).join(", ")}
      </span>
    </span>
  );
}
