import { Link } from "@tanstack/react-router";
import { segmentClasses, segmentsClasses } from "@/components/forms/SegmentedControl";
import { PEOPLE_TABS, type PeopleViewName } from "./peopleViews";

/** Switches between the views of the table of people. */
export function PeopleTabs({ current }: { current: PeopleViewName }) {
  return (
    <nav aria-label="Views" className={segmentsClasses(false)}>
      {PEOPLE_TABS.map(({ name, label, to }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === current ? "page" : undefined}
          className={segmentClasses(name === current, false)}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
