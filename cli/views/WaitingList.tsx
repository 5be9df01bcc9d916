import { Box, Text } from "ink";
import { deviceName } from "#domain/samples/deviceName";
import { formatDuration } from "#domain/common/durations";
import { LISTS } from "#domain/samples/lists";
import { oneLine } from "#domain/common/plainText";
import type { WaitingItem } from "../watch/liveInbox";

type Props = {
  readonly items: readonly WaitingItem[];
  /** Number of waiting items; null before the first answer. */
  readonly total: number | null;
  /** Index of the chosen item. */
  readonly chosen: number;
  /** Maximum number of items on the screen. */
  readonly rows: number;
  readonly now: number;
};

/** The waiting items, oldest first: as many as fit, including the chosen one. */
export function WaitingList({ items, total, chosen, rows, now }: Props) {
  const last = Math.max(0, items.length - rows);
  const first = Math.min(last, Math.max(0, chosen - Math.floor(rows / 2)));
  const shown = items.slice(first, first + rows);
  return (
    <Box flexDirection="column" marginY={1}>
      <Text bold>{headingOf(total, items.length)}</Text>
      {shown.map((item, index) => {
        const isChosen = first + index === chosen;
        return (
          <Text key={item.sampleId} wrap="truncate" inverse={isChosen}>
            {isChosen ? "❯ " : "  "}
            {lineOf(item, now)}
          </Text>
        );
      })}
    </Box>
  );
}

function headingOf(total: number | null, listed: number): string {
  if (total === null) return "Loading …";
  if (total === 0) return "Nothing is waiting for you";
  if (total > listed) return `More than ${listed} wait for you`;
  return total === 1 ? "1 waits for you" : `${total} wait for you`;
}

function lineOf(item: WaitingItem, now: number): string {
  const { serialNumber, kind, from, since, overdueAt, onBehalfOf } = item;
  const parts = [
    serialNumber.padEnd(16),
    deviceName(item).padEnd(24),
    formatDuration(Math.max(0, now - since)).padStart(11),
    overdueAt !== undefined && overdueAt <= now ? "overdue" : "       ",
    `${LISTS[kind].awaited} from ${from}${onBehalfOf === undefined ? "" : `, for ${onBehalfOf}`}`,
  ];
  return oneLine(parts.join("  "));
}
