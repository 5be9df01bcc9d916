import { ProgressBar } from "@inkjs/ui";
import { Box, render, Static, Text } from "ink";
import type { ImportCounts } from "#domain/imports/importResults";

type Props = {
  readonly lines: readonly string[];
  readonly counts: ImportCounts;
  readonly total: number;
};

/** Shows a progress bar, above which lines about rows scroll by. */
export function ImportProgress({ lines, counts, total }: Props) {
  const { imported, updated, already, skipped, refused } = counts;
  const answered = imported + updated + already + skipped + refused;
  const percent = total === 0 ? 100 : (answered / total) * 100;
  return (
    <>
      <Static items={[...lines]}>{(line, index) => <Text key={index}>{line}</Text>}</Static>
      <Box gap={1}>
        <Box width={30}>
          <ProgressBar value={percent} />
        </Box>
        <Text>
          {answered} of {total}
        </Text>
        {refused > 0 && <Text color="red">{refused} refused</Text>}
      </Box>
    </>
  );
}

/** Shows the bar on the terminal until `end`. */
export function startImportProgress(initial: Props) {
  const show = (props: Props) => <ImportProgress {...props} />;
  const app = render(show(initial), { exitOnCtrlC: false });
  return {
    update: (props: Props) => app.rerender(show(props)),
    end: async () => {
      app.unmount();
      await app.waitUntilExit();
    },
  };
}
