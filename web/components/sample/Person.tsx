/**
 * A colleague by e-mail. All share the company's domain, so the part before it carries the weight.
 */
export function Person({ email }: { email: string | undefined }) {
  if (!email) return <span className="text-muted-foreground">–</span>;
  const [name, domain] = splitEmail(email);
  return (
    <span title={email}>
      {name}
      <wbr />
      <span className="text-muted-foreground">{domain}</span>
    </span>
  );
}

/** The same in a table's cell: one line, as there is one company. The address is its title. */
export function PersonName({ email }: { email: string }) {
  return <span title={email}>{shortName(email)}</span>;
}

/** The part that names the person, for short sentences. */
export function shortName(email: string): string {
  return splitEmail(email)[0];
}

function splitEmail(email: string): [name: string, domain: string] {
  const at = email.indexOf("@");
  return at < 0 ? [email, ""] : [email.slice(0, at), email.slice(at)];
}
