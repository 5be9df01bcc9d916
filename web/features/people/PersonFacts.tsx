import { Fact } from "@/components/Fact";
import { DateText } from "@/components/sample/DateText";
import { Person } from "@/components/sample/Person";
import { PersonAvatar } from "@/components/sample/PersonAvatar";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ROLE_LABELS } from "#domain/people/roles";
import { LimitedCount } from "./LimitedCount";
import { PersonChips } from "./PersonChips";
import type { EmployeeRow } from "./usePeople";

/** Summary of a person's record. */
export function PersonFacts({ person }: { person: EmployeeRow }) {
  const { displayName, email, photoURL, role } = person;
  return (
    <Card className="grid gap-5 p-5">
      <div className="flex items-center gap-4">
        <PersonAvatar
          email={email}
          name={displayName || email}
          photoURL={photoURL}
          className="size-16 text-xl"
        />
        <div className="flex flex-wrap gap-2">
          <Badge variant="outline">{ROLE_LABELS[role]}</Badge>
          <PersonChips person={person} />
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm coarse:gap-y-6">
        <Fact label="Supervisor">
          <Person email={person.supervisor} />
        </Fact>
        <Fact label="In Use">
          <LimitedCount person={person} limit="inUse" isLink />
        </Fact>
        <Fact label="Responsibility">
          <LimitedCount person={person} limit="owned" isLink />
        </Fact>
        <Fact label="Phone">{person.phoneNumber || "–"}</Fact>
        <Fact label="Passport">{person.passPort || "–"}</Fact>
        <Fact label="Address">{person.userLocation || "–"}</Fact>
        <Fact label="Created">
          <DateText at={person.creationTime} />
        </Fact>
        <Fact label="Last sign-in">
          <DateText at={person.lastSignInTime} />
        </Fact>
      </dl>
    </Card>
  );
}
