import type { ReactNode } from "react";
import { DateText } from "@/components/sample/DateText";
import { Person } from "@/components/sample/Person";
import { PersonAvatar } from "@/components/sample/PersonAvatar";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { LimitedCount } from "./LimitedCount";
import { PersonStatusBadge } from "./PersonStatusBadge";
import type { Employee } from "./usePeople";

/** A person's record in short. */
export function PersonFacts({ person }: { person: Employee }) {
  const { displayName, email, photoURL, role, samplmax, trOwnerSamples } = person;
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
          <Badge variant="outline">{role}</Badge>
          <PersonStatusBadge person={person} />
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        <Fact label="Supervisor">
          <Person email={person.supervisor} />
        </Fact>
        <Fact label="In Use">
          <LimitedCount count={person.inusesampl} limit={samplmax} />
        </Fact>
        <Fact label="Responsibility">
          <LimitedCount count={person.answersFor} limit={trOwnerSamples} />
        </Fact>
        <Fact label="Phone">{person.phoneNumber}</Fact>
        <Fact label="Passport">{person.passPort}</Fact>
        <Fact label="Address">{person.userLocation}</Fact>
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children || "–"}</dd>
    </>
  );
}
