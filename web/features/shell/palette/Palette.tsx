import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import {
  Command,
  CommandInput,
  CommandList,
  CommandGroup,
  CommandItem,
} from "@/components/ui/command";
import { useSamples } from "@/hooks/data/useSamples";
import { useScanner } from "@/hooks/keys/useScanner";
import { useOpenSheet } from "@/hooks/useSheet";
import { useViewer } from "@/hooks/data/useViewer";
import { endsCode } from "@/lib/keys/keyGate";
import { isNamedBy, searchWords } from "#domain/identifiers/identifierLookup";
import { useNameOf } from "@/hooks/data/usePeople";
import { useInbox, type InboxItem } from "@/hooks/data/useInbox";
import { fold } from "#domain/common/fold";
import { deviceName } from "#domain/samples/deviceName";
import { useOpenScanned } from "../useFindScanned";
import { PeopleItems, useFoundPeople } from "./PeopleItems";
import { recentSamples } from "./recentSamples";
import { SampleItems } from "./SampleItems";
import { useActions, type PaletteAction } from "./useActions";
import { useFoundSamples, useSamplesOf } from "./usePaletteSamples";
import { WaitingItems } from "./WaitingItems";

type PaletteProps = {
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
  onOpenTheme: () => void;
};

/** The text can be the beginning of a name: it has letters, and no digit. */
const MAYBE_NAME = /^\D*\p{L}\D*$/u;

/**
 * Finds and opens a sample by any of its values, a person, a screen, or a command. Without text it
 * offers the samples that wait for the viewer, the most recently opened ones, and every screen. A
 * scan opens its sample immediately.
 */
export default function Palette({ typed, onType, onClose, onOpenTheme }: PaletteProps) {
  const viewer = useViewer();
  const text = typed.trim();
  const [recent] = useState(recentSamples);
  const source = useSamples("report", viewer, "everything");
  const lastOpened = useSamplesOf(source, recent);
  const found = useFoundSamples(source, text);
  const people = useFoundPeople(text);
  const waiting = useWaitingItems(text);
  const actions = useActions(text, { onClose, onOpenTheme });
  const isPersonMeant = MAYBE_NAME.test(text) && people.found.length > 0;
  const samples = text === "" ? lastOpened : found.rows;
  const listed = [
    ...(isPersonMeant ? people.found.map(({ email }) => email) : []),
    ...waiting.map(({ sampleId }) => `waiting ${sampleId}`),
    ...samples.map(({ _id }) => _id),
    ...actions.map(({ id }) => id),
    ...people.found.map(({ email }) => email),
  ];
  const [selected, setSelected, onKey] = useFirstSelected(listed[0], text);
  const openScanned = useOpenScanned();
  const openSheet = useOpenSheet();
  useScanner((scanned) => {
    onClose();
    openScanned(scanned);
  });
  /** Enter after a code typed at human speed: opens exactly that sample, never a similar one. */
  const openCode = (event: KeyboardEvent) => {
    onKey(event);
    if (event.key !== "Enter" || !endsCode(event.nativeEvent)) return;
    event.preventDefault();
    const sample = found.rows.find((row) => isNamedBy(row, text));
    if (sample === undefined) return;
    onClose();
    openSheet(sample._id);
  };
  const peopleItems = <PeopleItems people={people.found} onClose={onClose} />;
  return (
    <Command
      label="Search and go anywhere"
      shouldFilter={false}
      value={selected}
      onValueChange={setSelected}
      onKeyDown={openCode}
    >
      <CommandInput
        autoFocus
        data-scans="search"
        placeholder="Serial number, IMEI, person or page…"
        value={typed}
        onValueChange={onType}
      />
      <CommandList label="Found">
        {isPersonMeant && peopleItems}
        <WaitingItems items={waiting} search={text} onClose={onClose} />
        {text === "" ? (
          <SampleItems heading="Opened last" rows={lastOpened} onClose={onClose} />
        ) : (
          <SampleItems
            heading="Samples"
            rows={found.rows}
            total={found.total}
            search={text}
            onClose={onClose}
          />
        )}
        <ActionItems actions={actions} />
        {!isPersonMeant && peopleItems}
        {text !== "" && listed.length === 0 && (
          <NoMatch
            text={text}
            isLoading={people.isLoading || !found.isDone}
            seesAll={viewer.role === "admin"}
          />
        )}
      </CommandList>
    </Command>
  );
}

type NoMatchProps = {
  text: string;
  isLoading: boolean;
  /** True if the viewer sees every sample: then there is none. */
  seesAll: boolean;
};

function NoMatch({ text, isLoading, seesAll }: NoMatchProps) {
  return (
    <div role="status" className="px-2 py-6 text-center text-sm text-muted-foreground">
      <p>{isLoading ? "Searching…" : `No match for “${text}”`}</p>
      {!isLoading && !seesAll && (
        <p className="mt-1 text-balance text-xs">
          Other people may hold samples that you cannot see.
        </p>
      )}
    </div>
  );
}

/**
 * Keeps the first item selected while results arrive, so that Enter opens what is on top, until the
 * reader moves with the arrow keys. A new text starts again at the top.
 */
function useFirstSelected(first: string | undefined, text: string) {
  const [selected, setSelected] = useState("");
  const hasMoved = useRef(false);
  useEffect(() => {
    hasMoved.current = false;
  }, [text]);
  useEffect(() => {
    if (!hasMoved.current && first !== undefined) setSelected(first);
  }, [first, text]);
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === "ArrowDown" || key === "ArrowUp") hasMoved.current = true;
  };
  return [selected, setSelected, onKey] as const;
}

/** Maximum number of waiting samples shown. */
const SHOWN = 3;

/**
 * The newest samples that wait for the viewer, found by device, serial number and sender. A user's
 * own samples do not include them.
 */
function useWaitingItems(text: string): readonly InboxItem[] {
  const { items = [] } = useInbox();
  const nameOf = useNameOf(...new Set(items.map(({ from }) => from)));
  const words = searchWords(text);
  const isFound = (item: InboxItem) => {
    const searched = fold(`${deviceName(item)} ${item.serialNumber} ${nameOf(item.from)}`);
    return words.every((word) => searched.includes(word));
  };
  return items.filter(isFound).slice(0, SHOWN);
}

/** The screens, then the commands. */
function ActionItems({ actions }: { actions: readonly PaletteAction[] }) {
  return (["Screens", "Commands"] as const).map((heading) => {
    const listed = actions.filter(({ group }) => group === heading);
    if (listed.length === 0) return null;
    return (
      <CommandGroup key={heading} heading={heading}>
        {listed.map(({ id, label, icon: Icon, keys, run }) => (
          <CommandItem key={id} value={id} onSelect={run}>
            <Icon aria-hidden />
            <span className="flex-1">{label}</span>
            {keys && <kbd className="font-mono text-2xs text-muted-foreground">{keys}</kbd>}
          </CommandItem>
        ))}
      </CommandGroup>
    );
  });
}
