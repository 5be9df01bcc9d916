import { useNavigate, useSearch } from "@tanstack/react-router";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useAddress } from "@/hooks/data/useAddress";
import { renderSlowPage } from "../../support/web/slowPage";

type State = { q?: string };

/** A list whose search `type` writes to the URL, as a table does after a pause in typing. */
async function renderList() {
  let type: (q: string) => void = () => undefined;
  const page = await renderSlowPage({
    old: function List() {
      const navigate = useNavigate();
      const [state, setState] = useAddress<State>(
        useSearch({ strict: false }),
        ({ search, replace }) => navigate({ to: "/", search, replace }),
      );
      type = (q) => setState({ q });
      return `searched for ${state.q ?? "nothing"}`;
    },
  });
  return { ...page, type: (q: string) => act(async () => type(q)) };
}

afterEach(cleanup);

test("a screen's state is written to its URL, and read from it", async () => {
  const { router, type } = await renderList();
  await type("pixel");
  expect(router.history.location.href).toBe("/?q=pixel");
  expect(await screen.findByText("searched for pixel")).toBeTruthy();
  expect(router.history.length).toBe(1);
});

test("state that a screen writes while the next one loads does not navigate back", async () => {
  const { router, type, leave, arrive } = await renderList();
  leave();
  await type("pixel");
  expect(router.history.location.href).toBe("/slow");
  await act(async () => arrive());
  expect(await screen.findByText("the new page")).toBeTruthy();
});
