import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { TextInput } from "@inkjs/ui";
import { Box, render, Text, useApp, useInput, useStdout } from "ink";
import { MINUTE_MS } from "../../domain/durations";
import { STATUSES, type StatusCounts } from "../../domain/statuses";
import { oneLine } from "../../domain/plainText";
import type { Actions, Outcome } from "../watch/actions";
import type { Watched, WaitingItem } from "../watch/liveInbox";
import { WaitingList } from "./WaitingList";

type Props = {
  readonly state: Watched;
  /** "ana@lab.example at http://localhost:3210" */
  readonly title: string;
  readonly actions: Actions;
};

/** The panel or prompt that is open over the list. */
type Opened =
  | { readonly kind: "details"; readonly item: WaitingItem; readonly lines: readonly string[] }
  | { readonly kind: "decline"; readonly item: WaitingItem };

/** The item under the cursor, null before the first move, and its place in the list then. */
type Chosen = { readonly id: string | null; readonly at: number };

/** Lines of the screen around the list, at most. */
const FRAME_LINES = 11;
/** Rows of a terminal that does not tell. */
const USUAL_ROWS = 24;

/** The screen of `sms watch`: counts, what waits, and the keys to answer it. */
export function Watch({ state, title, actions }: Props) {
  const { exit } = useApp();
  const { stdout } = useStdout();
  const now = useNow();
  const [chosen, setChosen] = useState<Chosen>({ id: null, at: 0 });
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { counts, waiting, isConnected } = state;
  const items = waiting?.items ?? [];
  const at = placeOf(chosen, items);
  const item = items[at];
  const rows = Math.max(3, (stdout.rows || USUAL_ROWS) - FRAME_LINES);

  const answer = async (act: () => Promise<Outcome>) => {
    setIsBusy(true);
    setOutcome(await act());
    setIsBusy(false);
  };
  const describe = async (item: WaitingItem) => {
    setIsBusy(true); // what is typed meanwhile must not answer what opens
    setOpened({ kind: "details", item, lines: await actions.describe(item) });
    setIsBusy(false);
  };
  const choose = (place: number) => {
    const item = items[place];
    if (item !== undefined) setChosen({ id: item.sampleId, at: place });
  };

  useKeys((input, key) => {
    if (opened !== null && (key.escape || key.return || input === "q")) return setOpened(null);
    if (opened?.kind === "details" && isLoss(opened.item) && input === "y" && !isBusy) {
      setOpened(null);
      return void answer(() => actions.receive(opened.item));
    }
    if (opened !== null || isBusy) return;
    if (input === "q") return exit();
    if (key.downArrow || input === "j") return choose(at + 1);
    if (key.upArrow || input === "k") return choose(at - 1);
    if (item === undefined) return;
    choose(at); // once it has gone, the cursor is in its place
    // A loss is confirmed beside what was said of it: its details ask.
    if (key.return || (input === "r" && isLoss(item))) return void describe(item);
    if (input === "r") void answer(() => actions.receive(item));
    if (input === "d") setOpened({ kind: "decline", item });
  }, opened?.kind !== "decline");

  return (
    <Box flexDirection="column">
      <Text>
        <Text bold>SMS</Text> {title} <Connection isConnected={isConnected} />
      </Text>
      {counts !== null && <Counts {...counts} />}
      {opened?.kind === "details" ? (
        <Details lines={opened.lines.slice(0, rows)} />
      ) : (
        <WaitingList
          items={items}
          total={waiting?.total ?? null}
          chosen={at}
          rows={rows}
          now={now}
        />
      )}
      {opened?.kind === "decline" && (
        <DeclineReason
          item={opened.item}
          onCancel={() => setOpened(null)}
          onReason={(reason) => {
            setOpened(null);
            void answer(() => actions.decline(opened.item, reason));
          }}
        />
      )}
      {outcome !== null && opened === null && (
        <Text color={outcome.isDone ? "green" : "red"}>{outcome.text}</Text>
      )}
      <Text dimColor>{keysOf(opened)}</Text>
    </Box>
  );
}

/** Returns the place of the chosen item; once it has gone, of the one in its place. */
function placeOf({ id, at }: Chosen, items: readonly WaitingItem[]): number {
  const found = items.findIndex(({ sampleId }) => sampleId === id);
  return found >= 0 ? found : Math.max(0, Math.min(at, items.length - 1));
}

const isLoss = ({ kind }: WaitingItem) => kind === "lost";

function keysOf(opened: Opened | null): string {
  if (opened?.kind === "decline") return "enter: decline · esc: back";
  if (opened?.kind === "details") {
    return isLoss(opened.item) ? "y: confirm the loss · esc: back" : "esc: back";
  }
  return "↑↓: choose · enter: details · r: receive · d: decline · q: quit";
}

function Connection({ isConnected }: { readonly isConnected: boolean }) {
  return isConnected ? (
    <Text color="green">● live</Text>
  ) : (
    <Text color="yellow">○ no connection, trying again …</Text>
  );
}

type CountsProps = { readonly scope: StatusCounts; readonly mine: StatusCounts };

/** Two rows of figures; for a user both are about the same samples. */
function Counts({ scope, mine }: CountsProps) {
  const isSame = STATUSES.every((status) => scope[status] === mine[status]);
  return (
    <Box gap={2} marginTop={1}>
      <Box flexDirection="column">
        <Text> </Text>
        <Text>You hold</Text>
        {!isSame && <Text>In your view</Text>}
      </Box>
      {STATUSES.map((status) => (
        <Box key={status} flexDirection="column" alignItems="flex-end">
          <Text dimColor>{status}</Text>
          <Text bold>{mine[status]}</Text>
          {!isSame && <Text>{scope[status].toLocaleString("en-US")}</Text>}
        </Box>
      ))}
    </Box>
  );
}

function Details({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Box flexDirection="column" marginY={1}>
      {lines.map((line, index) => (
        <Text key={index} wrap="truncate">
          {line || " "}
        </Text>
      ))}
    </Box>
  );
}

type DeclineProps = {
  readonly item: WaitingItem;
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
};

function DeclineReason({ item, onReason, onCancel }: DeclineProps) {
  useInput((_input, key) => {
    if (key.escape) onCancel();
  });
  return (
    <Box gap={1}>
      <Text>Why do you decline {oneLine(item.serialNumber)}?</Text>
      <TextInput onSubmit={(text) => text.trim() !== "" && onReason(text.trim())} />
    </Box>
  );
}

type OnKey = Parameters<typeof useInput>[0];

/**
 * Like `useInput`, whose handler is replaced some time after the screen was drawn: a fast key would
 * receive the sample that was chosen before.
 */
function useKeys(onKey: OnKey, isActive: boolean): void {
  const latest = useRef(onKey);
  useLayoutEffect(() => {
    latest.current = onKey;
  });
  useInput((input, key) => latest.current(input, key), { isActive });
}

/** The time, renewed each minute: the ages of what waits grow. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows the screen until the person quits. */
export function startWatch(initial: Props) {
  const app = render(<Watch {...initial} />);
  return {
    update: (state: Watched) => app.rerender(<Watch {...initial} state={state} />),
    close: () => app.unmount(),
    closed: app.waitUntilExit(),
  };
}
