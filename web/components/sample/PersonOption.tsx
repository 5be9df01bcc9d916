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
        <span className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="truncate font-medium">
            {displayName}
          </span>
          <span className="min-w-0 max-w-[45%] shrink-0 truncate text-xs text-muted-foreground">
            {[city, country].filter(Boolean).join(", ")}
          </span>
        </span>
        <span className="flex items-baseline justify-between gap-3 text-xs text-muted-foreground">
          <span className="truncate">{email}</span>
          {isRecent && <span className="shrink-0">Recent</span>}
        </span>
      </span>
    </span>
  );
}
