import { keyHelp } from "@/components/data-table/keys/keyHelp";
import { KeyList } from "@/components/keys/KeyList";
import { STEP_KEYS } from "@/components/sample/stepKeys";
import { MAX_BASKET } from "../../../domain/baskets";
import { Guide, Key, Points } from "./Guide";

const KEYS = keyHelp(STEP_KEYS, { canOpen: true, canSelect: true });

/** The guides to registering samples and handing them over, for people with an account. */
export function SampleGuides() {
  return (
    <>
      <Guide id="register" title="Register a device">
        <Points>
          <li>
            <Key>New Sample</Key> is for a device in your hands. An IMEI that another sample has is
            saved and flagged.
          </li>
          <li>
            <Key>Add Sample</Key> is stricter: it saves nothing until serial number and IMEIs are
            the device's alone.
          </li>
          <li>
            In both, a barcode scanner types and goes on to the next field. A serial number that
            exists already is never saved twice.
          </li>
          <li>
            Registered by mistake? Whoever registered a sample finds it under{" "}
            <Key>Delete Sample</Key> while its status is Registered.
          </li>
        </Points>
      </Guide>

      <Guide id="hand-over" title="Hand a sample over">
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
      </Guide>

      <Guide id="basket" title="Hand over many at once">
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
            Each sample has its own result, and one that is refused holds up no other. You may close
            the page meanwhile.
          </li>
        </Points>
      </Guide>

      <Guide id="keyboard" title="Keys in the lists">
        <p>They work while no field has the focus.</p>
        <div className="max-w-[640px] rounded-lg border bg-card px-4 py-1">
          <KeyList keys={KEYS} />
        </div>
      </Guide>
    </>
  );
}
