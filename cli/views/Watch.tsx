import { useEffect, useRef, useState } from "react";
import { TextInput } from "@inkjs/ui";
import { Box, render, Text, useApp, useInput, useStdout, type Key } from "ink";
import { formatCount } from "#domain/common/formatCount";
import { MINUTE_MS } from "#domain/common/durations";
import type { Decision } from "#domain/keys/keyReader";
import { ENTER_IGNORED, MESSAGES, SCAN_AGAIN, stepKeyTooSoon } from "#domain/common/messages";
import { isNamedBy } from "#domain/identifiers/identifierLookup";
import { STATUSES, type StatusCounts } from "#domain/custody/statuses";
import { oneLine } from "#domain/common/plainText";
import { serverNow } from "../serverClock";
import type { Actions, Outcome } from "../watch/actions";
import type { Watched, WaitingItem } from "../watch/liveInbox";
import { useReaderKeys } from "./useReaderKeys";
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

/**
 * The item under the cursor, null before the first move, and its index in the list at that time.
 */
type Chosen = { readonly id: string | null; readonly at: number };

/**
 * A step's key that is held back until it is clear that no barcode reader typed it, and the item
 * that it would act on.
 */
type WaitingStep = { readonly keys: string; readonly item: WaitingItem | null };

/** Maximum number of screen lines around the list. */
const FRAME_LINES = 11;
/** Rows assumed for a terminal that reports none. */
const USUAL_ROWS = 24;

/** The screen of `sms watch`: counts, waiting items, and the keys that answer them. */
export function Watch({ state, title, actions }: Props) {
  const { exit } = useApp();
  const { stdout } = useStdout();
  const now = useNow();
  const [chosen, setChosen] = useState<Chosen>({ id: null, at: 0 });
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [step, setStep] = useState<WaitingStep | null>(null);
  const isEnterIgnored = useRef(false);
  const { counts, waiting, isConnected, isBlocked } = state;
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
    setIsBusy(true); // keys typed meanwhile must not answer the panel that opens
    setOpened({ kind: "details", item, lines: await actions.describe(item) });
    setIsBusy(false);
  };
  const choose = (place: number) => {
    const item = items[place];
    if (item !== undefined) setChosen({ id: item.sampleId, at: place });
  };

  const act = (keys: string, item: WaitingItem | null) => {
    if (keys === "q") return opened === null ? exit() : setOpened(null);
    if (item === null) return;
    if (keys === "y") {
      setOpened(null);
      return void answer(() => actions.receive(item));
    }
    choose(at); // keeps the cursor in its place once the item is gone
    // A loss is confirmed only in its details, next to its description.
    if (keys === "r" && isLoss(item)) return void describe(item);
    if (keys === "r") void answer(() => actions.receive(item));
    if (keys === "d") setOpened({ kind: "decline", item });
  };
  const meaningOf = (keys: string) => {
    if (opened === null && !isBusy && ["j", "k"].includes(keys)) return "move";
    return stepKeysOf(opened, isBusy, item !== undefined).includes(keys) ? "step" : null;
  };
  const onKey = (input: string, key: Partial<Key>) => {
    if (opened !== null && (key.escape || key.return)) return setOpened(null);
    if (opened !== null || isBusy) return;
    if (key.downArrow || input === "j") return choose(at + 1);
    if (key.upArrow || input === "k") return choose(at - 1);
    if (!key.return || item === undefined) return;
    choose(at);
    void describe(item);
  };
  const onDecision = (decision: Decision) => {
    const subject = opened?.kind === "details" ? opened.item : (item ?? null);
    switch (decision.kind) {
      case "wait":
        return setStep({ keys: decision.keys, item: subject });
      case "cancel":
        return setStep(null);
      case "act":
        setStep(null);
        // If the list has changed meanwhile, the key must not act on another sample.
        if (step !== null && step.item?.sampleId === subject?.sampleId) act(step.keys, step.item);
        return;
      case "scan":
        return find(decision.code);
      case "scanAgain":
        return setOutcome({ isDone: false, text: SCAN_AGAIN.title });
      case "tooSoon":
        return setOutcome({ isDone: false, text: stepKeyTooSoon(decision.keys) });
      case "enterIgnored":
        isEnterIgnored.current = true;
        return setOutcome({ isDone: false, text: ENTER_IGNORED });
      case "enter":
      case "restore":
      case "retype":
      case "ask":
        return; // for forms, and for key positions, which a terminal does not report
    }
    decision satisfies never;
  };
  /** Moves the cursor to the sample whose code was scanned, if it is waiting. */
  const find = (code: string) => {
    if (opened !== null || isBusy) return;
    const place = items.findIndex((each) => isNamedBy({ ...each, _id: each.sampleId }, code));
    choose(place);
    const text = `Nothing with the number ${oneLine(code)} waits for you`;
    setOutcome(place < 0 ? { isDone: false, text } : null);
  };
  const place = opened?.kind ?? "list";
  useReaderKeys({ onKey, meaningOf, place, isTyping: opened?.kind === "decline", onDecision });

  return (
    <Box flexDirection="column">
      <Text>
        <Text bold>SMS</Text> {title} <Connection isConnected={isConnected} />
      </Text>
      {isBlocked && <Text color="yellow">{MESSAGES.socketBlocked}</Text>}
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
            // The text field receives a key before this handler does.
            isEnterIgnored.current = false;
            queueMicrotask(() => {
              if (isEnterIgnored.current) return;
              setOpened(null);
              void answer(() => actions.decline(opened.item, reason));
            });
          }}
        />
      )}
      {step !== null && <Text>{waitingText(step)}</Text>}
      {step === null && outcome !== null && opened?.kind !== "details" && (
        <Text color={outcome.isDone ? "green" : "red"}>{outcome.text}</Text>
      )}
      <Text dimColor>{keysOf(opened)}</Text>
    </Box>
  );
}

/** Returns the index of the chosen item; if it is gone, of the item that took its place. */
function placeOf({ id, at }: Chosen, items: readonly WaitingItem[]): number {
  const found = items.findIndex(({ sampleId }) => sampleId === id);
  return found >= 0 ? found : Math.max(0, Math.min(at, items.length - 1));
}

const isLoss = ({ kind }: WaitingItem) => kind === "lost";

/** Keys that take a step or quit, in the current state. */
function stepKeysOf(opened: Opened | null, isBusy: boolean, hasItem: boolean): string[] {
  if (opened?.kind === "details") return isLoss(opened.item) && !isBusy ? ["q", "y"] : ["q"];
  if (opened !== null || isBusy) return [];
  return hasItem ? ["q", "r", "d"] : ["q"];
}

/** Describes what a held-back key will do. */
function waitingText({ keys, item }: WaitingStep): string {
  const serial = item === null ? "" : oneLine(item.serialNumber);
  if (keys === "y") return `Confirming the loss of ${serial}…`;
  if (keys === "d") return `Declining ${serial}…`;
  if (keys === "r" && item !== null) return `${isLoss(item) ? "Opening" : "Receiving"} ${serial}…`;
  return "Leaving…";
}

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

/** Two rows of counts; for a user both cover the same samples. */
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
          {!isSame && <Text>{formatCount(scope[status])}</Text>}
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

/** The server's time, updated every minute, so that the shown ages grow. */
function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows the screen until the user quits. */
export function startWatch(initial: Props) {
  const app = render(<Watch {...initial} />);
  return {
    update: (state: Watched) => app.rerender(<Watch {...initial} state={state} />),
    close: () => app.unmount(),
    closed: app.waitUntilExit(),
  };
}
