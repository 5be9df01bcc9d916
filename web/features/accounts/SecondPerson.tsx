import { Link } from "@tanstack/react-router";
import { authLinkClasses } from "./AuthCard";

/** The link to a tab of its own, where somebody else signs in while this person stays. */
export function SecondPerson() {
  return (
    <Link
      to="/auth/sign-in"
      search={{ session: "tab" }}
      target="_blank"
      rel="noopener" // or the tab would begin with a copy of this one's session storage
      className={authLinkClasses}
    >
      open a second person
    </Link>
  );
}
