import { vi } from "vitest";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import type { Viewer } from "@/hooks/data/useViewer";
import { PICK_LIST_KINDS, PICK_LISTS } from "#domain/samples/pickLists";
import { FakeConvex } from "./fakeConvex";
import { renderScreen } from "./renderApp";

export const ana = {
  email: "ana@company.com",
  role: "user",
  country: "Brazil",
  userLocation: "São Paulo, Brazil",
  phoneNumber: "+55 11 99999 0000",
} as Viewer;

/** Answers the queries of an open form. */
export const backend = () =>
  new FakeConvex()
    .answer("lookups:options", () =>
      Object.fromEntries(PICK_LIST_KINDS.map((kind) => [kind, PICK_LISTS[kind].values])),
    )
    .answer("identifiers:check", () => [])
    .answer("users:recipients", () => [
      {
        email: "bob@company.com",
        displayName: "Bob Ray",
        city: "Austin",
        country: "United States",
      },
    ])
    .answer("samples:register", () => ({ sampleId: "sample1", duplicate: "none" }));

export function open(convex: FakeConvex, editedId?: string, onLeave = vi.fn(), viewer = ana) {
  return renderScreen(
    convex,
    <SampleFormScreen form="newSample" viewer={viewer} editedId={editedId} onLeave={onLeave} />,
  );
}
export type User = Awaited<ReturnType<typeof open>>["user"];
