import { ROLE_LABELS } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";
import { EditLink } from "./EditLink";
import { LimitedCount } from "./LimitedCount";
import { PersonChips } from "./PersonChips";
import { PersonLink } from "./PersonLink";
import { hasCounts, peopleView, type PeopleViewName } from "./peopleViews";
import type { EmployeeRow } from "./usePeople";

type PersonCardProps = { view: PeopleViewName; reader: Role; person: EmployeeRow };

/** A person on a phone: name, role and number of samples. */
export function PersonCard({ view, reader, person }: PersonCardProps) {
  const { edit, isEditForAdmins } = peopleView(view);
  const mayEdit = !isEditForAdmins || reader === "admin";
  return (
    <article className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <PersonLink person={person} className="text-sm after:absolute after:inset-0" />
        <PersonChips person={person} />
      </div>
      <p className="truncate text-xs text-muted-foreground">
        {[ROLE_LABELS[person.role], person.email].join(" · ")}
      </p>
      <div className="flex items-center justify-between gap-3">
        {hasCounts(view) ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
            <span>
              In Use <LimitedCount person={person} limit="inUse" />
            </span>
            {view === "counts" && (
              <span>
                In Responsibility <LimitedCount person={person} limit="owned" />
              </span>
            )}
          </span>
        ) : (
          <span className="truncate text-xs text-muted-foreground">
            {[person.city, person.country].filter(Boolean).join(", ")}
          </span>
        )}
        {edit !== undefined && mayEdit && (
          <EditLink to={edit} person={person} className="relative h-9" />
        )}
      </div>
    </article>
  );
}
