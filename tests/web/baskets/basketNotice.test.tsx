import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { BasketNotice } from "@/features/shell/BasketNotice";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

afterEach(cleanup);

const aNotice = (basketId: string, changes: object = {}) => ({
  basketId,
  step: "transfer",
  total: 30,
  finished: false,
  done: 10,
  refused: 2,
  left: 0,
  ...changes,
});

/** Texts of the banners. */
const read = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

test("notices name every running basket, and the latest finished one that is unseen", async () => {
  const baskets = [
    aNotice("b4"),
    aNotice("b3", { total: 40, done: 0, refused: 0 }),
    aNotice("b2", { finished: true, done: 28 }),
    aNotice("b1", { finished: true, left: 18 }),
  ];
  const convex = new FakeConvex().answer("baskets:unseen", () => baskets);
  await renderScreen(convex, <BasketNotice />);
  await screen.findAllByText("Show");
  expect(read()).toEqual([
    "Transfer of 30 samples: still running, 12 so far. Show",
    "Transfer of 40 samples: still running, 0 so far. Show",
    "Transfer of 30 samples: finished, 28 done, 2 refused. Show · 1 more",
  ]);
  convex.answer("baskets:unseen", () => baskets.filter(({ basketId }) => basketId !== "b2"));
  await waitFor(() =>
    expect(read()?.at(-1)).toBe(
      "Transfer of 30 samples: stopped, 10 done, 2 refused, 18 not done. Show",
    ),
  );
});

test("dismissing the notice of a finished basket counts as having seen it", async () => {
  const convex = new FakeConvex()
    .answer("baskets:unseen", () => [aNotice("b1", { finished: true }), aNotice("b2")])
    .answer("baskets:markSeen", () => null);
  const { user } = await renderScreen(convex, <BasketNotice />);
  await user.click(await screen.findByRole("button", { name: "Dismiss" }));
  await waitFor(() =>
    expect(convex.sent).toEqual([{ name: "baskets:markSeen", args: { basketId: "b1" } }]),
  );
});
