import { Marked } from "@/components/data-table/search/Marked";
import { usePerson } from "@/hooks/data/usePeople";
import { cn } from "@/lib/utils";
import { PersonAvatar } from "./PersonAvatar";

type PersonProps = {
  /** Undefined or empty: a dash. */
  email: string | undefined;
  /** Shows the e-mail below the name: where there is room, and on a phone, which has no hover. */
  withAddress?: boolean;
  /** Shows "you" instead of the viewer's own name. */
  isYou?: boolean;
};

/**
 * A colleague: photo or initials, and name. The e-mail is the tooltip, and is included when the
 * text is copied.
 */
export function Person({ email, ...props }: PersonProps) {
  if (!email) return <span className="text-muted-foreground">–</span>;
  return <KnownPerson email={email} {...props} />;
}

function KnownPerson({ email, withAddress, isYou }: PersonProps & { email: string }) {
  const { name, photoURL } = usePerson(email);
  return (
    <span
      title={email}
      className={cn(
        "inline-flex max-w-full min-w-0 gap-1.5",
        withAddress ? "items-start align-bottom" : "items-baseline",
      )}
    >
      {/* Its margins keep it from raising a line of small text, whose baseline is the name's. */}
      <PersonAvatar
        email={email}
        name={name}
        photoURL={photoURL}
        {...(!withAddress && { className: "-my-0.5 self-center" })}
      />
      {withAddress ? (
        <span className="min-w-0">
          <bdi>{name}</bdi>
          <span className="block text-xs font-normal text-muted-foreground [overflow-wrap:anywhere]">
            {email}
          </span>
        </span>
      ) : (
        // In the name's own direction, so that its end is cut off where there is no room.
        <span dir="auto" className="min-w-0 truncate">
          {isYou ? "You" : <Marked>{name}</Marked>}
          <CopiedAddress email={email} />
        </span>
      )}
    </span>
  );
}

/** A colleague's name within a sentence. */
export function PersonName({ email }: { email: string }) {
  const { name } = usePerson(email);
  return (
    <bdi title={email}>
      {name}
      <CopiedAddress email={email} />
    </bdi>
  );
}

/** Takes no space and is hidden from screen readers; included when the name is copied. */
function CopiedAddress({ email }: { email: string }) {
  return (
    <span aria-hidden className="text-[0px] leading-none">
      {" "}
      &lt;{email}&gt;
    </span>
  );
}
