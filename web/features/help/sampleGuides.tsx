import { Fragment } from "react";
import { StatusChip } from "@/components/StatusChip";
import { keyHelp } from "@/components/data-table/keys/keyHelp";
import { KeyList } from "@/components/keys/KeyList";
import { STEP_KEYS } from "@/components/sample/stepKeys";
import { MAX_BASKET } from "#domain/baskets/baskets";
import type { Status } from "#domain/custody/statuses";
import { type Guide, Key, Points } from "./Guide";

const LIFE: readonly (readonly [Status, string])[] = [
  ["Registered", "Entered by the person who has it, or edited since."],
  ["In Transit", "Transferred to a colleague, who has not received it yet."],
  ["In Use", "Received by the colleague, who holds it from then on."],
  ["In Return", "On its way back to the customer; a person on the lists has to acknowledge it."],
  ["Returned", "Back with the customer."],
  ["Request Lost", "Reported as lost; a person on the lists has to confirm it."],
  ["Lost", "Confirmed as lost."],
];

const KEYS = keyHelp(
  STEP_KEYS.map(({ key, help }) => ({ key, label: help })),
  { canOpen: true, canSelect: true },
);

/** Guides to samples, from registration to hand-over, for people with an account. */
export const SAMPLE_GUIDES: readonly Guide[] = [
  {
    id: "custody",
    title: "The life of a sample",
    body: (
      <>
        <p>
          Every sample has a holder. Each step is written into its history, which no one can edit.
        </p>
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
          {LIFE.map(([status, meaning]) => (
            <Fragment key={status}>
              <dt>
                <StatusChip status={status} />
              </dt>
              <dd className="mb-1">{meaning}</dd>
            </Fragment>
          ))}
        </dl>
      </>
    ),
  },
  {
    id: "register",
    title: "Register a device",
    body: (
      <>
        <Points>
          <li>
            <Key>New Sample</Key> is for a device in your hands. An IMEI that another sample has is
            saved and flagged.
          </li>
          <li>
            Its switch <Key>Reject</Key> is stricter: nothing is saved until serial number and IMEIs
            are the device's alone. What you typed stays.
          </li>
          <li>
            In both, scan the serial number and the IMEIs one after another. A known IMEI fills in
            the device. A serial number that exists already is never saved twice.
          </li>
          <li>
            Registered by mistake? Whoever registered a sample finds it under{" "}
            <Key>Delete Sample</Key> while its status is Registered.
          </li>
        </Points>
      </>
    ),
  },

  {
    id: "hand-over",
    title: "Hand a sample over",
    body: (
      <>
        <Points>
          <li>
            <Key>Transfer</Key> in the sample's row, then pick a colleague by any part of their
            name. The sample is In Transit and stays yours until they receive it.
          </li>
          <li>
            <Key>Receive</Key> what was sent to you. It waits under Inbox, and arrives there without
            a reload.
          </li>
          <li>
            <Key>Decline</Key> what is not for you, beside <Key>Receive Sample</Key>. Say why: the
            sender reads it, and the sample is theirs as before.
          </li>
          <li>
            <Key>Take back</Key> what you sent to the wrong person, as long as they have not
            received it.
          </li>
          <li>
            <Key>Return</Key> and <Key>Request Lost</Key> work in the same way. They go to people on
            the supervisor and admin lists, who acknowledge or decline.
          </li>
        </Points>
      </>
    ),
  },

  {
    id: "basket",
    title: "Many samples at once",
    body: (
      <>
        <Points>
          <li>
            Tick samples in a list and choose in the bar below what to do with them. With the Shift
            key, everything between two ticks is ticked; on a phone, press <Key>Select</Key> or rest
            a finger on a sample.
          </li>
          <li>
            Or open <Key>Handover basket</Key> and scan or paste serial numbers and IMEIs, up to{" "}
            {MAX_BASKET}.
          </li>
          <li>
            <Key>Receive all</Key> in the inbox takes in everything that waits for you; it asks
            once, and names the senders.
          </li>
          <li>
            <Key>Edit</Key> sets customers, location or comments of all of them. They are Registered
            again.
          </li>
          <li>
            Each sample has its own result, and one that is refused holds up no other. You may close
            the page meanwhile. The receipt at the end is there to print or to copy.
          </li>
        </Points>
      </>
    ),
  },

  {
    id: "keyboard",
    title: "Keys in the lists",
    body: (
      <>
        <p>They work while no field has the focus.</p>
        <div className="max-w-[640px] rounded-lg border bg-card px-4 py-1">
          <KeyList keys={KEYS} />
        </div>
      </>
    ),
  },
];
