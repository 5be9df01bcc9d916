import { screen } from "@testing-library/react";
import { vi } from "vitest";
import { SampleListScreen } from "@/features/samples/list/SampleListScreen";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { ListName } from "#domain/samples/lists";
import type { Actor } from "#domain/custody/workflow";
import { FakeConvex } from "./fakeConvex";
import { renderScreen } from "./renderApp";

export const ana: Actor = { email: "ana@company.com", role: "user" };
export const bob = "bob@company.com";

type Rows = Partial<Record<"all" | "mine" | "team" | "addressed", Doc<"samples">[]>>;

/** A server with these rows, by the part of a list that requests them. */
export function backend(rows: Rows): FakeConvex {
  return new FakeConvex()
    .answer("samples:counts", () => undefined)
    .answer("inbox:waiting", () => ({ items: [], total: 0 }))
    .answerPage("samples:list", rangesOf(rows));
}

/** Answers `samples:list` with the rows of one part in one status. */
export const rangesOf =
  (rows: Rows) =>
  ({ scope, status }: Record<string, unknown>) =>
    (rows[scope as keyof Rows] ?? []).filter((row) => row.status === status);

/** Shows a list screen, by default to a user. */
export function show(convex: FakeConvex, { list = "transfer", actor = ana, q = "" } = {}) {
  return renderScreen(
    convex,
    <SampleListScreen
      list={list as Exclude<ListName, "report">}
      actor={actor}
      state={{ q }}
      onStateChange={vi.fn()}
    />,
  );
}

/** The serial numbers on screen, in order. */
export const serials = () =>
  screen.getAllByRole("link", { name: /^R5CT\d+$/ }).map((link) => link.textContent);
