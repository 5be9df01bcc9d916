import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LabelsScreen } from "@/features/labels/LabelsScreen";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

afterEach(cleanup);

test("labels are neither printed nor saved before all their samples are here", async () => {
  const ids = Array.from({ length: 26 }, (_, place) => `s${place}`); // more than one query asks for
  const found = (values: unknown) =>
    (values as string[]).map((value) => ({ value, outcome: "found", sample: aSample() }));
  const convex = new FakeConvex().answer("baskets:resolve", ({ values }) =>
    (values as string[]).includes("s25") ? undefined : found(values),
  );
  await renderScreen(convex, <LabelsScreen ids={ids} />);
  const buttons = () =>
    ["ZPL", "Print"].map((name) => screen.getByRole<HTMLButtonElement>("button", { name }));
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true]);
  act(() => void convex.answer("baskets:resolve", ({ values }) => found(values)));
  await screen.findByText("26 samples");
  expect(buttons().map(({ disabled }) => disabled)).toEqual([false, false]);
});
