import type { ReactNode } from "react";
import { ROLE_LABELS } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";
import { EditLink } from "./EditLink";
import { LimitedCount } from "./LimitedCount";
import { PersonChips } from "./PersonChips";
import { PersonLink } from "./PersonLink";
import { peopleView, type PeopleViewName } from "./peopleViews";
import type { EmployeeRow } from "./usePeople";

type PersonCardProps = { view: PeopleViewName; reader: Role; person: EmployeeRow };

/** A person on a phone: name, what is unusual, role and e-mail, and what the view is about. */
export function PersonCard({ view, reader, person }: PersonCardProps) {
  const { edit, isEditForAdmins } = peopleView(view);
  const mayEdit = !isEditForAdmins || reader === "admin";
  return (
    <article className="flex items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-center justify-between gap-3">
          {/* The whole card opens the person; Edit lies above. */}
          <PersonLink
            person={person}
            className="text-sm after:absolute after:inset-0 coarse:min-h-0"
          />
          <PersonChips person={person} />
        </div>
        <p className="truncate pl-7 text-xs text-muted-foreground">
          {ROLE_LABELS[person.role]} · {person.email}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 pl-7 text-xs">
          {SUBJECTS[view](person)}
        </p>
      </div>
      {edit !== undefined && mayEdit && (
        <EditLink to={edit} person={person} isIcon className="relative -mr-2" />
      )}
    </article>
  );
}

const inUse = (person: EmployeeRow) => (
  <span>
    In Use <LimitedCount person={person} limit="inUse" />
  </span>
);

const SUBJECTS: Record<PeopleViewName, (person: EmployeeRow) => ReactNode> = {
  employees: inUse,
  users: ({ city, country }) => joined([city, country], ", "),
  private: ({ phoneNumber, passPort }) => joined([phoneNumber, passPort], " · "),
  counts: (person) => (
    <>
      {inUse(person)}
      <span>
        In Responsibility <LimitedCount person={person} limit="owned" />
      </span>
    </>
  ),
};

const joined = (texts: readonly (string | undefined)[], separator: string) => (
  <span className="truncate text-muted-foreground">{texts.filter(Boolean).join(separator)}</span>
);
