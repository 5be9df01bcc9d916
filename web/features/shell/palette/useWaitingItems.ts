import { useNameOf } from "@/hooks/data/usePeople";
import { useInbox, type InboxItem } from "@/hooks/data/useInbox";
import { fold } from "#domain/common/fold";
import { searchWords } from "#domain/identifiers/identifierLookup";
import { deviceName } from "#domain/samples/deviceName";

/** Maximum number of waiting samples shown. */
const SHOWN = 3;

/**
 * The newest samples that wait for the viewer, found by device, serial number and sender. A user's
 * own samples do not include them.
 */
export function useWaitingItems(text: string): readonly InboxItem[] {
  const { items = [] } = useInbox();
  const nameOf = useNameOf(...new Set(items.map(({ from }) => from)));
  const words = searchWords(text);
  const isFound = (item: InboxItem) => {
    const searched = fold(`${deviceName(item)} ${item.serialNumber} ${nameOf(item.from)}`);
    return words.every((word) => searched.includes(word));
  };
  return items.filter(isFound).slice(0, SHOWN);
}
