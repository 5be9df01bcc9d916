import { Key, Points, type Guide } from "./Guide";

/** Guides to scanner, inbox, map, reports and appearance. */
export const TOOL_GUIDES: readonly Guide[] = [
  {
    id: "scanning",
    title: "Scan",
    body: (
      <Points>
        <li>
          A barcode scanner that types like a keyboard works on every screen. Scan a serial number
          or an IMEI, and its sample opens.
        </li>
        <li>
          In a list, a scan searches the list. In <Key>Handover basket</Key> it adds the sample. In
          a form it fills the current field and moves to the next.
        </li>
        <li>
          If none of your samples has the number, SMS shows what it read, so that you can compare.
        </li>
        <li>
          “Scan again” means that a code arrived incomplete; nothing was changed. In forms, the
          scanner must end each code with Enter or Tab.
        </li>
      </Points>
    ),
  },
  {
    id: "inbox",
    title: "Inbox",
    body: (
      <Points>
        <li>
          <Key>Waiting for me</Key> lists what others sent you or asked you to acknowledge. Press{" "}
          <Key>Receive</Key> to accept it.
        </li>
        <li>
          <Key>Waiting for others</Key> lists what you sent, and for how long it has waited. What
          exceeds your limits is overdue and moves to the top.
        </li>
        <li>
          The clock puts a request off until a later morning. <Key>Nudge</Key> reminds a person who
          has not answered, at most once a day.
        </li>
        <li>
          News shows who received, declined or confirmed your requests, and who registered or
          imported samples for you.
        </li>
      </Points>
    ),
  },
  {
    id: "map",
    title: "Map",
    body: (
      <Points>
        <li>
          <Key>Map</Key> shows where your samples are. Samples close together form a ring in the
          colours of their statuses; press it to zoom in.
        </li>
        <li>
          Press a place to list its samples. The list next to the map shows the same places, and
          works with the keyboard alone.
        </li>
        <li>
          Filters work as in a table. <Key>Show on map</Key> on a sample&apos;s page draws its route
          from place to place. Hold Ctrl or ⌘ and scroll to zoom.
        </li>
      </Points>
    ),
  },
  {
    id: "import-export",
    title: "Import and export",
    body: (
      <Points>
        <li>
          <Key>Export Report Sample</Key> saves the rows that match your filters as a spreadsheet.
        </li>
        <li>
          <Key>Import and export</Key> registers samples from a spreadsheet. It checks every row
          first, marks each cell with a problem, and lets you correct it in place. You can undo a
          past import.
        </li>
        <li>In a terminal, “sms import” does the same, and resumes after an interruption.</li>
      </Points>
    ),
  },
  {
    id: "appearance",
    title: "Colours and layout",
    body: (
      <p>
        <Key>Appearance</Key> under Settings sets the colour scheme, the position of the sidebar and
        the layout, for this browser only.
      </p>
    ),
  },
  {
    id: "integrations",
    title: "Other systems",
    body: (
      <Points>
        <li>
          A token lets a program act as you. Create one in <Key>Profile</Key> under{" "}
          <Key>API tokens</Key>: choose what it may do and when it expires, and copy the secret,
          which is shown only once.
        </li>
        <li>
          <code>/api/v1/openapi.json</code> on this server describes the API: samples, history, pick
          lists, whole tables as files, steps and registration.
        </li>
        <li>
          Revoke a token that someone else may have seen. Tokens also stop working when your account
          is disabled.
        </li>
        <li>
          Admins can send each step to other systems with a webhook, in <Key>Integrations</Key>{" "}
          under <Key>Administration</Key>. Its log shows every delivery, and can send one again.
        </li>
        <li>
          Admins also connect the company’s directory (SCIM) there, which creates accounts and
          disables those of people who leave.
        </li>
      </Points>
    ),
  },
];
