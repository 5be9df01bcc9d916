import { Fragment } from "react";
import { StatusChip } from "@/components/StatusChip";
import { keyHelp } from "@/components/data-table/keys/keyHelp";
import { KeyList } from "@/components/keys/KeyList";
import { STEP_KEYS } from "@/components/sample/stepKeys";
import { MAX_BASKET } from "#domain/baskets/baskets";
import type { Status } from "#domain/custody/statuses";
import { type Guide, Key, Points } from "./Guide";

const LIFE: readonly (readonly [Status, string])[] = [
  ["Registered", "Registered by its holder, or edited since."],
  ["In Transit", "Sent to a colleague who has not received it yet."],
  ["In Use", "Received by a colleague, who now holds it."],
  ["In Return", "Going back to the customer; waiting for a supervisor or admin to acknowledge it."],
  ["Returned", "Back with the customer."],
  ["Request Lost", "Reported lost; waiting for a supervisor or admin to confirm it."],
  ["Lost", "Confirmed lost."],
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
          Every sample has one holder. Each step is recorded in its history, which no one can edit.
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
            Open <Key>New Sample</Key> with the device in hand. If another sample has the same IMEI,
            the new one is saved and flagged.
          </li>
          <li>
            Set <Key>Duplicate IMEI</Key> to <Key>Reject</Key> to save only devices whose serial
            number and IMEIs are new. What you have typed stays.
          </li>
          <li>
            Scan the serial number and the IMEIs one after another. If the model is known, the
            device details are filled in. A serial number is never registered twice.
          </li>
          <li>
            Registered by mistake? You can delete your own samples under <Key>Delete Sample</Key>{" "}
            while their status is Registered.
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
            Press <Key>Transfer</Key> in the sample's row and choose a colleague. The sample is In
            Transit, and stays with you until they receive it.
          </li>
          <li>
            Press <Key>Receive</Key> for what was sent to you. New requests appear in your inbox
            immediately.
          </li>
          <li>
            Press <Key>Decline</Key> for what is not meant for you, and give a reason. The sender
            sees it and keeps the sample.
          </li>
          <li>
            Sent it to the wrong person? Press <Key>Take back</Key> before they receive it.
          </li>
          <li>
            <Key>Return</Key> and <Key>Request Lost</Key> work the same way. They go to a supervisor
            or admin, who acknowledges or declines.
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
            Tick samples in a list and choose a step in the bar below. Hold Shift to tick a range.
            On a phone, press <Key>Select</Key>, or touch and hold a sample.
          </li>
          <li>
            Or open <Key>Handover basket</Key> and scan or paste up to {MAX_BASKET} serial numbers
            and IMEIs.
          </li>
          <li>
            <Key>Receive all</Key> in the inbox receives everything that is waiting for you, after
            showing who sent it.
          </li>
          <li>
            <Key>Edit</Key> changes customers, location or comments for all of them, and resets
            their status to Registered.
          </li>
          <li>
            Each sample gets its own result, so one refusal does not hold up the rest. You can close
            the page while it runs. At the end you get a receipt to print or copy.
          </li>
        </Points>
      </>
    ),
  },

  {
    id: "keyboard",
    title: "Keyboard shortcuts",
    body: (
      <>
        <p>They work in lists, while you are not typing in a field.</p>
        <div className="max-w-[640px] rounded-lg border bg-card px-4 py-1">
          <KeyList keys={KEYS} />
        </div>
      </>
    ),
  },
];
