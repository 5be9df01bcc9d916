import { Key, Points, type Guide } from "./Guide";

/** Guides to accounts and people: the reader's own account, a supervisor's team, an admin's lab. */
export const PEOPLE_GUIDES: readonly Guide[] = [
  {
    id: "profile",
    title: "Your account",
    body: (
      <Points>
        <li>
          <Key>Profile</Key>, in the menu under your name, holds your address, phone, photo and
          password, and shows where you are signed in.
        </li>
        <li>
          Before you go away, enter the dates and a stand-in there. Your stand-in answers requests
          for you, and holds what they receive until they hand it over.
        </li>
        <li>
          Only an admin can change your role, supervisor, e-mail and limits. Your <Key>Inbox</Key>{" "}
          tells you when another person changes your record.
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
          <Key>Analytics</Key> shows who is late to answer and who holds too many samples. Press a
          figure to see the samples behind it.
        </li>
        <li>
          In a list, <Key>Team</Key> shows what your reports hold and <Key>Overdue</Key> shows
          requests that have waited too long. <Key>Sample count</Key> compares each person with
          their limits.
        </li>
        <li>
          Losses to confirm are in your inbox, and in <Key>Lost</Key> under <Key>To approve</Key>.
          Read where the sample was last seen, then press <Key>Ack Lost</Key>, or decline with a
          reason.
        </li>
        <li>
          In <Key>Sample report</Key>, <Key>Group</Key> counts samples by person, country, brand or
          status. The bookmark saves the current search and filters as a view, for you or your team.
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
          <Key>Invitations</Key> invites people by e-mail. <Key>Import people</Key> in{" "}
          <Key>Users</Key> invites a whole list from a spreadsheet.
        </li>
        <li>
          <Key>Edit</Key> in <Key>Employees</Key> changes a person&apos;s role, status, supervisor,
          thresholds and e-mail.
        </li>
        <li>
          When a person leaves, open them in <Key>Employees</Key> and choose <Key>Leaving</Key> from
          the menu. There you hand over what they hold, withdraw requests that wait for them, and
          disable the account.
        </li>
        <li>
          <Key>Add New Settings</Key> under <Key>Administration</Key> holds the lists used in forms.
          To turn two entries into one, choose <Key>Merge into…</Key>; samples are updated.
        </li>
        <li>
          The <Key>Audit log</Key> records every change by an admin, and <Key>Mail</Key> shows the
          e-mails that SMS has sent.
        </li>
      </Points>
    ),
  },
];
