import { useNavigate } from "@tanstack/react-router";
import { Marked, SearchWordsContext } from "@/components/data-table/search/Marked";
import { INBOX_KINDS } from "@/components/inbox/inboxKinds";
import { PersonName } from "@/components/sample/Person";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import type { InboxItem } from "@/hooks/data/useInbox";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { searchWords } from "#domain/identifiers/identifierLookup";
import { deviceName } from "#domain/samples/deviceName";

type WaitingItemsProps = { items: readonly InboxItem[]; search: string; onClose: () => void };

/** Samples that wait for the viewer's answer; selecting one opens the form that gives it. */
export function WaitingItems({ items, search, onClose }: WaitingItemsProps) {
  const navigate = useNavigate();
  if (items.length === 0) return null;
  return (
    <SearchWordsContext value={searchWords(search)}>
      <CommandGroup heading="Waiting for you">
        {items.map((item) => {
          const { to, action } = INBOX_KINDS[item.kind];
          return (
            <CommandItem
              key={item.sampleId}
              value={`waiting ${item.sampleId}`}
              onSelect={() => {
                onClose();
                void navigate({ to, params: { id: item.sampleId }, state: OPENED_HERE });
              }}
            >
              <span className="min-w-0 flex-1 truncate">
                {action} <Marked>{deviceName(item)}</Marked>
                <span className="text-muted-foreground">
                  {" "}
                  from <PersonName email={item.from} />
                </span>
              </span>
              <span className="truncate font-mono text-xs text-muted-foreground">
                <Marked>{item.serialNumber}</Marked>
              </span>
            </CommandItem>
          );
        })}
      </CommandGroup>
    </SearchWordsContext>
  );
}
