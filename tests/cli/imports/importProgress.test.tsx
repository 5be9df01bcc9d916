import { render } from "ink-testing-library";
import { expect, test } from "vitest";
import { ImportProgress } from "../../../cli/views/ImportProgress";

const counts = (imported: number, refused: number) => ({
  imported,
  updated: 0,
  already: 0,
  skipped: 0,
  refused,
  warnings: 0,
  reopened: 0,
  flagged: 0,
});

test("the import's bar stays below the lines, and each line is shown once", () => {
  const first = <ImportProgress lines={["row 3: no"]} counts={counts(1, 1)} total={4} />;
  const { lastFrame, rerender } = render(first);
  expect(lastFrame()).toMatch(/row 3: no\n.* 2 of 4 1 refused$/);
  rerender(<ImportProgress lines={["row 3: no", "row 5: no"]} counts={counts(2, 2)} total={4} />);
  expect(lastFrame()).toMatch(/row 3: no\nrow 5: no\n.* 4 of 4 2 refused$/);
});

test("the import's bar shows no red text while nothing is refused", () => {
  const { lastFrame } = render(<ImportProgress lines={[]} counts={counts(1, 0)} total={2} />);
  expect(lastFrame()).not.toContain("refused");
});
