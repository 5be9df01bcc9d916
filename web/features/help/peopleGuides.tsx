import { Key, Points, type Guide } from "./Guide";

/** Guides to accounts and people: the reader's own account, a supervisor's team, an admin's lab. */
export const PEOPLE_GUIDES: readonly Guide[] = [
  {
    id: "profile",
    title: "Your account",
    body: (
      <Points>
        <li>
          <Key>Profile</Key>, in the menu at your name, has your address, phone, photo and password,
          and shows where you are signed in.
        </li>
        <li>
          Before you are away, enter the days and a stand-in there: they answer what waits for you.
          What they receive is theirs until they hand it over.
        </li>
        <li>
          Role, supervisor, e-mail and limits are an admin&apos;s to change. A change of yours by
          somebody else is told in your <Key>Inbox</Key>.
        </li>
      </Points>
    ),
  },
  {
    id: "team",
    title: "For supervisors",
    body: (
      <Points>
        <li>
          <Key>Analytics</Key> shows who is late to answer and who holds too many samples. Each
          figure leads to the samples that it counts.
        </li>
        <li>
          <Key>Team</Key> in a list shows what the people who report to you hold, <Key>Overdue</Key>{" "}
          what waits too long, <Key>Sample count</Key> each person against their limits.
        </li>
        <li>
          Losses to confirm are in your inbox and in <Key>Lost</Key>, <Key>To approve</Key>. Read
          where the sample was last seen, then press <Key>Ack Lost</Key> or decline with a reason.
        </li>
        <li>
          In <Key>Report Sample</Key>, <Key>Group</Key> sums up by person, country, brand or status.
          The bookmark saves search and filters under a name, for you or your team.
        </li>
      </Points>
    ),
  },
  {
    id: "administration",
    title: "For admins",
    body: (
      <Points>
        <li>
          <Key>Invitations</Key> lets people in by mail; <Key>Import people</Key> in{" "}
          <Key>Users</Key> reads a whole list.
        </li>
        <li>
          <Key>Employees</Key>, <Key>Edit</Key> changes role, status, supervisor, thresholds and a
          person&apos;s e-mail.
        </li>
        <li>
          When a person leaves, open them in <Key>Employees</Key> and choose <Key>Leaving</Key> from
          the menu: hand over what they hold, take back what they were asked to take, and disable
          the account.
        </li>
        <li>
          <Key>Administration</Key>, <Key>Add New Settings</Key> has the lists that the forms offer.
          Two entries that mean the same become one with <Key>Merge into…</Key>; samples follow.
        </li>
        <li>
          What admins change is in the <Key>Audit log</Key>, and what the app wrote to people in{" "}
          <Key>Mail</Key>.
        </li>
      </Points>
    ),
  },
];
