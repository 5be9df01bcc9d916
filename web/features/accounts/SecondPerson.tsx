import { Link } from "@tanstack/react-router";
import { authLinkClasses } from "./AuthCard";

/** Link to a new tab in which a second person can sign in while the first stays signed in here. */
export function SecondPerson() {
  return (
    <Link
      to="/auth/sign-in"
      search={{ session: "tab" }}
      target="_blank"
      rel="noopener" // otherwise the new tab starts with a copy of this tab's sessionStorage
      className={authLinkClasses}
    >
      open a second person
    </Link>
  );
}
