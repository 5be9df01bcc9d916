import { Key, Points, type Guide } from "./Guide";

/** Guides to scanner, inbox, map, reports and appearance. */
export const TOOL_GUIDES: readonly Guide[] = [
  {
    id: "scanning",
    title: "Scan",
    body: (
      <Points>
        <li>
          A barcode scanner that types like a keyboard works on every screen: scan a serial number
          or an IMEI, and its sample opens.
        </li>
        <li>
          In a list the scan searches the whole list. In <Key>Handover basket</Key> it adds the
          sample. In a form it fills the field that has the focus and goes on to the next.
        </li>
        <li>
          A number that no sample of yours has is read back to you, so that you can compare it.
        </li>
        <li>
          “Scan again” means that a code arrived incomplete; nothing was changed. A scanner may be
          slow and end its codes with Enter, Tab or nothing; fields need Enter or Tab.
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
          <Key>Waiting for me</Key> lists what others sent you or ask you to acknowledge: one press
          receives it.
        </li>
        <li>
          <Key>Waiting for others</Key> lists what you sent, with the days that it has waited. Past
          the days of your settings it counts as overdue and stands at the top.
        </li>
        <li>
          The clock puts a request off until a morning. <Key>Nudge</Key> reminds a person who has
          not answered, once a day.
        </li>
        <li>
          News tells when someone received, declined or confirmed what you asked for, or registered
          or imported samples for you.
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
          <Key>Map</Key> shows the samples that you may see where they are. Samples close together
          are one ring in the colours of their statuses; press it to go nearer.
        </li>
        <li>
          At one place a press lists its samples. The list of places beside the map says the same,
          and works with the keyboard alone.
        </li>
        <li>
          Filters narrow it like a table. <Key>Show on map</Key> on a sample&apos;s page draws its
          way from place to place. With Ctrl or ⌘ the wheel zooms.
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
          <Key>Export Report Sample</Key> writes the report as a spreadsheet, exactly as you
          filtered it.
        </li>
        <li>
          <Key>Import and export</Key> reads a spreadsheet: it checks all rows first, names each
          cell that is wrong, and takes corrections in place. A past import can be undone.
        </li>
        <li>From a terminal, “sms import” does the same, and goes on where it stopped.</li>
      </Points>
    ),
  },
  {
    id: "appearance",
    title: "Colours and layout",
    body: (
      <p>
        <Key>Appearance</Key> under Settings has five colour schemes, and says where the sidebar
        stands. It is kept in this browser.
      </p>
    ),
  },
  {
    id: "integrations",
    title: "Other systems",
    body: (
      <Points>
        <li>
          A token lets a program act as you: <Key>Profile</Key>, <Key>API tokens</Key>. Choose what
          it may see and do and when it ends, and copy the secret, which is shown once.
        </li>
        <li>
          <code>/api/v1/openapi.json</code> of this server describes every address: samples,
          history, pick lists, whole tables as files, steps, and registration.
        </li>
        <li>
          Revoke a token that someone else may have seen. It is void, too, when your account is
          disabled.
        </li>
        <li>
          Admins send each step to other systems: <Key>Administration</Key>, <Key>Integrations</Key>
          , <Key>Add webhook</Key>. The log of a webhook shows what arrived, and sends it again.
        </li>
        <li>
          There they also connect the company’s directory (SCIM), which creates people and disables
          those who leave.
        </li>
      </Points>
    ),
  },
];
